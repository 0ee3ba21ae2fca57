import { t } from '../../text/sentences.ts'
import styles from './skeleton.module.css'

/**
 * Lines that hold the place of rows that are on their way, at the height which the rows will have.
 */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div role="status">
      <span className="visually-hidden">{t.ui.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']} aria-hidden="true">
          <span className={styles['bar']} />
          <span className={styles['bar']} />
        </div>
      ))}
    </div>
  )
}
