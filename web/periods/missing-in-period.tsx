import type { PeriodRate } from '../../contract/periods.ts'
import { missingReason } from '../rates/missing-days.tsx'
import { t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/disclosure.tsx'

/**
 * How many days of a period have no rate of their own, and on opening it which they are and why;
 * weekends are counted.
 */
export function MissingInPeriod({ missing }: { missing: PeriodRate['missing'] }) {
  const named = missing.filter(({ reason }) => reason !== 'weekend')
  const weekends = missing.length - named.length
  return (
    <Disclosure summary={t.periods.missing({ count: missing.length })}>
      <ul>
        {weekends > 0 && <li>{t.periods.weekends({ count: weekends })}</li>}
        {named.map(({ date, reason }) => (
          <li key={date}>{t.periods.missingDay({ day: date, reason: missingReason(reason) })}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
