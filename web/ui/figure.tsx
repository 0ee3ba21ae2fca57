import type { ReactNode } from 'react'
import { quotedUnits, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import styles from './figure.module.css'

interface FigureProps {
  readonly currency: Currency
  /** The rate as a text. */
  readonly children: ReactNode
}

/** The one figure that a screen is about: what a currency is worth. */
export function Figure({ currency, children }: FigureProps) {
  return (
    <>
      <p className="muted">{`${quotedUnits(currency)} =`}</p>
      <div className={styles['line']}>
        <p className={styles['figure']}>{children}</p> <p>{TARGET_CURRENCY}</p>
      </div>
    </>
  )
}
