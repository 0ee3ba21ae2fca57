import { t } from '../../text/sentences.ts'
import styles from './waiting.module.css'

/** Stands where a screen will be: a turning ring and, for screen readers, a word. */
export function Waiting({ label = t.ui.loading }: { label?: string }) {
  return (
    <div className={styles['waiting']}>
      <Spinner label={label} />
      <noscript>
        <p>{t.ui.needsJavaScript}</p>
      </noscript>
    </div>
  )
}

/** A turning ring. It shows itself only after a moment, so that a quick answer does not flicker. */
export function Spinner({ label = t.ui.loading }: { label?: string }) {
  return (
    <span className={styles['spinner']} role="status">
      <span className={styles['ring']} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
