import { DayMark } from '../ui/day-mark.tsx'
import styles from './no-rate.module.css'

/** Stands in the place of figures. */
export const NoRate = ({ sentence }: { readonly sentence: string }) => (
  <div className={styles['empty']}>
    <DayMark mark="missing" />
    <p className="title">{sentence}</p>
  </div>
)
