import type { ReactNode } from 'react'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import styles from './figure.module.css'

interface FigureProps {
  readonly currency: Currency
  /** The rate as a text. */
  readonly children: ReactNode
}

/** The one figure that a screen is about: what a unit of a currency is worth. */
export function Figure({ currency, children }: FigureProps) {
  return (
    <>
      <p className="muted">{`1 ${currency} =`}</p>
      <div className={styles['line']}>
        <p className={styles['figure']}>{children}</p> <p>{TARGET_CURRENCY}</p>
      </div>
    </>
  )
}
