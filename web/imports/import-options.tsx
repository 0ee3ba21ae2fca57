import { useId } from 'react'
import { currencies } from '../../domain/currency.ts'
import { DATE_ORDERS, readDay, type DateOrder } from '../../domain/day-text.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../../domain/series.ts'
import { formatMonth, t } from '../../text/sentences.ts'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { writtenDay } from './row-words.ts'
import type { RateChoice } from './use-import.ts'

interface RateOptionsProps {
  readonly choice: RateChoice
  readonly onChoice: (choice: RateChoice) => void
}

/** What rows are of that do not say it themselves: never guessed. */
export function RateOptions({ choice, onChoice }: RateOptionsProps) {
  return (
    <div className="pairs">
      <Select
        label={t.rateImport.currency}
        name="import_currency"
        values={['', ...currencies()]}
        textOf={(code) => code || t.rateImport.everyRowNames}
        value={choice.currency ?? ''}
        onValue={(code) => onChoice({ ...choice, currency: code || undefined })}
      />
      <Select
        label={t.rateImport.kind}
        name="import_kind"
        values={RATE_KINDS}
        textOf={(kind) => t.kindNames[kind]}
        value={choice.kind ?? DEFAULT_KIND}
        onValue={(kind) => onChoice({ ...choice, kind })}
      />
    </div>
  )
}

/** The order that one date of a table proves, by which the others were read. */
interface ProvenOrder {
  readonly order: DateOrder
  readonly line: number
  readonly given: string
}

interface DateOrderProps {
  readonly order: DateOrder | undefined
  /** A row whose date could be two; undefined where there is none. */
  readonly ambiguous: string | undefined
  /** Where the rows themselves prove the order. */
  readonly proven?: ProvenOrder | undefined
  readonly onOrder: (order: DateOrder) => void
}

/**
 * Which part of a date comes first, where a row leaves it open, another row proves it, or it has
 * been said.
 */
export function DateOrderChoice({ order, ambiguous, proven, onOrder }: DateOrderProps) {
  const [name, hint] = [useId(), useId()]
  // What a user has said is no longer what the rows prove.
  const proof = order === undefined ? proven : undefined
  if (ambiguous === undefined && order === undefined && !proof) return null
  return (
    <Notice kind={ambiguous === undefined ? 'info' : 'warning'} quiet>
      <fieldset aria-describedby={proof && hint}>
        <legend className="breakable">
          {ambiguous === undefined
            ? t.import.dateOrder
            : t.import.dateOrderOf({ given: ambiguous })}
        </legend>
        <div className="wrap">
          {DATE_ORDERS.map((each) => (
            <label key={each} className="tick">
              <input
                type="radio"
                name={name}
                checked={(order ?? proof?.order) === each}
                onChange={() => onOrder(each)}
              />
              {t.import.dateOrders[each]({ day: dayIn(ambiguous, each) })}
            </label>
          ))}
        </div>
        {proof && (
          <p id={hint} className="fine-print">
            {t.import.dateOrderProven({ given: proof.given, line: proof.line })}
          </p>
        )}
      </fieldset>
    </Notice>
  )
}

/** The day that a row names where its date is written in an order: `3 September 2026`. */
function dayIn(row: string | undefined, order: DateOrder): string | null {
  const day = readDay(writtenDay(row), order)
  return 'date' in day ? `${Number(day.date.slice(8))} ${formatMonth(day.date)}` : null
}
