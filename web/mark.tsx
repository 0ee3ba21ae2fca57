import styles from './mark.module.css'

/** The product's mark: the icon of the page, drawn by a style, so that no request stands before the first paint. */
export function Mark() {
  return <span className={styles['mark']} />
}
