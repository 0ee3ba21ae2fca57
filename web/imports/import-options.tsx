import { useId } from 'react'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { DATE_ORDERS, type DateOrder } from '../../domain/day-text.ts'
import { DEFAULT_KIND, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import type { ColumnUse } from '../../domain/imports/column-use.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import { IMPORT, RATE_IMPORT } from '../text/en/work/imports.ts'
import { Select } from '../ui/form/select.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-import.module.css'

/** What a user says about rows that do not say it themselves, and about those that cannot be imported as they are. */
export interface ImportChoice {
  readonly currency?: Currency | undefined
  readonly kind?: RateKind | undefined
  readonly date_order?: DateOrder | undefined
  readonly columns?: ColumnUse[] | undefined
  readonly round?: true
  readonly leave_out?: number
}

interface ImportOptionsProps {
  readonly choice: ImportChoice
  /** A row whose date could be two; undefined where there is none. */
  readonly ambiguous: string | undefined
  readonly proven: ProvenOrder | undefined
  readonly onChoice: (choice: ImportChoice) => void
}

/** Asks for what the rows leave open: never guessed. */
export function ImportOptions({ choice, ambiguous, proven, onChoice }: ImportOptionsProps) {
  return (
    <div className={classNames('fields', styles['options'])}>
      <Select
        label={RATE_IMPORT.currency}
        name="import_currency"
        values={['', ...CURRENCIES]}
        textOf={(code) => code || RATE_IMPORT.everyRowNames}
        value={choice.currency ?? ''}
        onValue={(code) => onChoice({ ...choice, currency: code || undefined })}
      />
      <Select
        label={RATE_IMPORT.kind}
        name="import_kind"
        values={RATE_KINDS}
        textOf={(kind) => KIND_NAMES[kind]}
        value={choice.kind ?? DEFAULT_KIND}
        onValue={(kind) => onChoice({ ...choice, kind })}
      />
      <DateOrderChoice
        order={choice.date_order}
        ambiguous={ambiguous}
        proven={proven}
        onOrder={(date_order) => onChoice({ ...choice, date_order })}
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
  /** There where the rows themselves told the order. */
  readonly proven?: ProvenOrder | undefined
  readonly onOrder: (order: DateOrder) => void
}

/** Which part of a date comes first, where a row leaves it open, another row proves it, or it has been said. */
export function DateOrderChoice({ order, ambiguous, proven, onOrder }: DateOrderProps) {
  const [name, hint] = [useId(), useId()]
  // What a user has said is no longer what the rows prove.
  const proof = order === undefined ? proven : undefined
  if (ambiguous === undefined && order === undefined && !proof) return null
  return (
    <fieldset className={styles['order']} aria-describedby={proof && hint}>
      <legend>{ambiguous === undefined ? IMPORT.dateOrder : IMPORT.dateOrderOf(ambiguous)}</legend>
      {DATE_ORDERS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={(order ?? proof?.order) === each}
            onChange={() => onOrder(each)}
          />
          {IMPORT.dateOrders[each]}
        </label>
      ))}
      {proof && <p id={hint}>{IMPORT.dateOrderProven(proof.given, proof.line)}</p>}
    </fieldset>
  )
}
