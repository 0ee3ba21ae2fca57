import { useId, type ReactNode } from 'react'
import type { DayRow } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { key, type Series } from '../../../domain/series.ts'
import { formatDay } from '../../../text/en/days.ts'
import { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../../text/en/names.ts'
import { dayText } from '../../text/en/work/entries.ts'
import { entryRate } from '../entry-name.ts'
import { RateConflict } from '../rate-conflict.tsx'
import { RateInput } from '../rate-input.tsx'
import type { DayView } from './day-view.ts'
import { focusField, type useDayForm } from './use-day-form.ts'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/form/field.module.css'
import styles from './day.module.css'

interface DayRateRowProps {
  readonly series: Series
  readonly view: DayView
  /** What is known of the day; undefined where the server does not know the currency. */
  readonly row: DayRow | undefined
  readonly day: ReturnType<typeof useDayForm>
}

/** One currency and kind: the rate before, the published and the entered one, and the field of the new one. */
export function DayRateRow({ series, view, row, day }: DayRateRowProps) {
  const id = useId()
  const { currency, kind } = series
  const { columns } = dayText
  const { previous, published, entry } = row ?? {}
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={styles['currency']}>
        <label htmlFor={id}>
          {currency}{' '}
          <span className={styles['name']}>
            {view.kinds.length > 1 ? KIND_NAMES[kind] : CURRENCY_NAMES[currency]}
          </span>
        </label>
      </th>
      <KnownRate id={`${id}-previous`} title={columns.previous} of={previous}>
        {previous && formatDay(previous.date)}
      </KnownRate>
      <KnownRate id={`${id}-published`} title={columns.published} of={published}>
        {published && SOURCE_NAMES[published.source]}
      </KnownRate>
      <KnownRate id={`${id}-entered`} title={columns.entered} of={entry}>
        {entry && dayText.by(entry.updated_by)}
      </KnownRate>
      <td role="cell" className={styles['rate']}>
        <RateOfDay id={id} series={series} entry={entry ?? null} day={day} />
      </td>
    </tr>
  )
}

interface KnownRateProps {
  readonly id: string
  readonly title: string
  readonly of: { readonly rate: number } | null | undefined
  /** Whose it is, or of which day. */
  readonly children: ReactNode
}

function KnownRate({ id, title, of: known, children }: KnownRateProps) {
  return (
    <td role="cell" className={styles['known']}>
      <span id={id}>
        <span className={styles['title']}>{title} </span>
        {known ? entryRate(known) : dayText.none}
      </span>
      {known && <small> {children}</small>}
    </td>
  )
}

interface RateOfDayProps extends Pick<DayRateRowProps, 'series' | 'day'> {
  readonly id: string
  readonly entry: DayRow['entry']
}

/** The field of a new rate, with what is wrong, what looks wrong and what somebody else has done, beside it. */
function RateOfDay({ id, series, entry, day }: RateOfDayProps) {
  const name = key(series)
  const { rates, draft, saving, form, clear } = day
  const focus = () => requestAnimationFrame(() => focusField(form.current, series))
  const sentence = rates.rateOf(series).wrong
  return (
    <>
      <RateInput
        id={id}
        name={name}
        className={classNames(fieldStyles['control'], styles['input'])}
        placeholder={dayText.placeholder}
        defaultValue={draft.values[name]}
        required={false}
        aria-invalid={sentence !== undefined || undefined}
        aria-describedby={['previous', 'published', 'entered', 'notes']
          .map((each) => `${id}-${each}`)
          .join(' ')}
        onUnclear={(unclear) => {
          rates.mark(series, unclear)
        }}
      />
      <div id={`${id}-notes`} aria-live="polite" className={styles['notes']}>
        {sentence !== undefined && <p className={styles['wrong']}>{sentence}</p>}
        {rates.warningsOf(series).map((each) => (
          <p key={each} className={classNames('tone-warning', styles['warning'])}>
            {each}
          </p>
        ))}
      </div>
      {!saving.busy && rates.isOvertaken(series) && (
        <RateConflict
          now={entry}
          onTheirs={() => {
            clear([series])
            focus()
          }}
          onMine={() => {
            rates.takeOver(series)
            focus()
          }}
        />
      )}
    </>
  )
}
