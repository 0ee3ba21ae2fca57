import styles from './skeleton.module.css'

/** Lines that hold the place of rows that are on their way, at the height which the rows will have. */
export function Skeleton({ rows, label = 'Loading…' }: { rows: number; label?: string }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']} aria-hidden="true">
          <span className={styles['bar']} />
          <span className={styles['bar']} />
        </div>
      ))}
    </div>
  )
}
