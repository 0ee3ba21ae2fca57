import type { ReactNode } from 'react'
import { DayMark } from '../ui/day-mark.tsx'
import styles from './no-rate.module.css'

interface NoRateProps {
  readonly title: ReactNode
  /** False if no rate could be there. */
  readonly isMissing?: boolean
  readonly children?: ReactNode
}

/** In place of a figure. */
export function NoRate({ title, isMissing = true, children }: NoRateProps) {
  return (
    <div className={styles['empty']}>
      {isMissing && <DayMark mark="missing" />}
      <p className="title">{title}</p>
      {children}
    </div>
  )
}
