import { CURRENCIES, isCurrency, type Currency } from '../../domain/currency.ts'
import { DATE_ORDERS, type DateOrder } from '../../domain/day-text.ts'
import { DEFAULT_KIND, isRateKind, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import { Select } from '../ui/form/select.tsx'
import styles from './rate-import.module.css'

/** What a user says about rows that do not say it themselves. */
export interface ImportChoice {
  readonly currency?: Currency
  readonly kind?: RateKind
  readonly date_order?: DateOrder
}

interface ImportOptionsProps {
  readonly choice: ImportChoice
  /** A row whose date could be two; undefined where there is none. */
  readonly ambiguous: string | undefined
  readonly onChoice: (choice: ImportChoice) => void
}

/** Asks for what the rows leave open: never guessed. */
export function ImportOptions({ choice, ambiguous, onChoice }: ImportOptionsProps) {
  return (
    <div className={styles['options']}>
      <Select
        label="Currency of rows that name none"
        name="import_currency"
        options={[
          { value: '', text: 'Every row names its own' },
          ...CURRENCIES.map((code) => ({ value: code, text: code })),
        ]}
        value={choice.currency ?? ''}
        onChange={({ target }) => {
          const { date_order, kind } = choice
          onChoice({
            ...(date_order && { date_order }),
            ...(kind && { kind }),
            ...(isCurrency(target.value) && { currency: target.value }),
          })
        }}
      />
      <Select
        label="Kind of rows that name none"
        name="import_kind"
        options={RATE_KINDS.map((kind) => ({ value: kind, text: KIND_NAMES[kind] }))}
        value={choice.kind ?? DEFAULT_KIND}
        onChange={({ target: { value } }) => {
          if (isRateKind(value)) onChoice({ ...choice, kind: value })
        }}
      />
      <DateOrderChoice
        order={choice.date_order}
        ambiguous={ambiguous}
        onOrder={(date_order) => onChoice({ ...choice, date_order })}
      />
    </div>
  )
}

interface DateOrderProps {
  readonly order: DateOrder | undefined
  /** A row whose date could be two; undefined where there is none. */
  readonly ambiguous: string | undefined
  readonly onOrder: (order: DateOrder) => void
}

/** Which part of a date comes first, where a row leaves it open or it has been said. */
export function DateOrderChoice({ order, ambiguous, onOrder }: DateOrderProps) {
  if (ambiguous === undefined && order === undefined) return null
  return (
    <fieldset className={styles['order']}>
      <legend>
        {ambiguous === undefined
          ? 'Dates such as 03/04/2026 are written'
          : `How is the date in “${ambiguous}” written?`}
      </legend>
      {DATE_ORDERS.map((each) => (
        <label key={each}>
          <input type="radio" name="date_order" checked={order === each} onChange={() => onOrder(each)} />
          {each === 'day first' ? 'Day first: 03/04 is 3 April' : 'Month first: 03/04 is 4 March'}
        </label>
      ))}
    </fieldset>
  )
}
