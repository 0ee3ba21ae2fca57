import { unitsName } from '../../../text/names.ts'
import { useId } from 'react'
import type { DayRow } from '../../../contract/entries.ts'
import { daysBetween } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import { fromWire, rateFromText } from '../../../domain/money.ts'
import { key, type Series } from '../../../domain/series.ts'
import { currencyName, formatDayAndMonth, t, weekdayName } from '../../../text/sentences.ts'
import { RateChangeText } from '../../rates/rate-change-text.tsx'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/form/field.module.css'
import { ReasonField } from '../../ui/form/reason-field.tsx'
import { typeInto } from '../../ui/form/type-into.ts'
import { Notice } from '../../ui/notice.tsx'
import { entryRate } from '../entry-name.ts'
import { MeantButton } from '../meant-button.tsx'
import { RateConflict } from '../rate-conflict.tsx'
import { RateInput } from '../rate-input.tsx'
import type { DayRows } from './day-view.ts'
import { focusField, inputOf, type useDayForm } from './use-day-form.ts'
import { seenName } from './use-typed-rates.ts'
import styles from './day.module.css'

type Day = ReturnType<typeof useDayForm>

interface CurrencyRowProps {
  readonly currency: Currency
  /** What is known of the day; nothing of a currency that the server does not know. */
  readonly rows: DayRows
  readonly day: Day
  /** The rates that look wrong, in their order. */
  readonly doubtful: readonly Series[]
}

/** A currency with the field of each kind; below it, what looks wrong or was changed meanwhile. */
export function CurrencyRow({ currency, rows, day, doubtful }: CurrencyRowProps) {
  const id = useId()
  const { rates, saving } = day
  const series = day.all.filter((each) => each.currency === currency)
  const questions = series.filter(
    (each) => rates.warningsOf(each).length > 0 || (!saving.busy && rates.isOvertaken(each)),
  )
  return (
    <>
      <tr role="row">
        <th scope="row" role="rowheader">
          {unitsName(currency)} <span className="second-line">{currencyName(currency)}</span>
        </th>
        {series.map((each) => (
          <td key={each.kind} role="cell">
            <RateField
              id={`${id}-${each.kind}`}
              series={each}
              row={rows.get(key(each))}
              day={day}
            />
          </td>
        ))}
      </tr>
      {questions.length > 0 && (
        <tr role="row" className={styles['below']}>
          <td role="cell" />
          <td role="cell" colSpan={series.length}>
            <div className="fields">
              {questions.map((each) => (
                <Question
                  key={each.kind}
                  id={`${id}-${each.kind}-look`}
                  series={each}
                  row={rows.get(key(each))}
                  day={day}
                />
              ))}
              {doubtful.at(-1)?.currency === currency && (
                <ReasonField
                  label={t.day.why({ count: doubtful.length })}
                  errors={day.missing === 'reason' ? [t.day.whyMissing] : []}
                  defaultValue={day.reason}
                />
              )}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

interface RateOfDayProps {
  readonly id: string
  readonly series: Series
  readonly row: DayRow | undefined
  readonly day: Day
}

/** The field of a new rate, the rate before it and what stands there now. */
function RateField({ id, series, row, day }: RateOfDayProps) {
  const name = key(series)
  const { rates, draft } = day
  const { text, wrong } = rates.rateOf(series)
  const typed = rateFromText(text)
  const { previous, published, entry } = row ?? {}
  const doubtful = rates.warningsOf(series).length > 0
  const isOfThisWeek = previous && daysBetween(previous.date, day.date) < 7
  const before = previous ? (isOfThisWeek ? weekdayName : formatDayAndMonth)(previous.date) : ''
  return (
    <>
      <label htmlFor={id} className={classNames('fine-print', styles['label'])}>
        <span className="visually-hidden">{series.currency} </span>
        {t.kindNames[series.kind]}
      </label>
      <RateInput
        id={id}
        name={name}
        className={classNames(
          fieldStyles['control'],
          styles['input'],
          doubtful && styles['doubtful'],
        )}
        defaultValue={draft.values[name]}
        required={false}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={['known', 'wrong', 'look'].map((each) => `${id}-${each}`).join(' ')}
        onUnclear={(unclear) => {
          rates.mark(series, unclear)
        }}
      />
      <input type="hidden" name={seenName(series)} value={JSON.stringify(rates.seenBy(series))} />
      <p id={`${id}-known`} className={styles['known']}>
        {previous && (
          <>
            <span className={styles['change']}>
              {typeof typed === 'number' && !doubtful && (
                <>
                  <RateChangeText change={typed - fromWire(previous.rate)} rate={typed} short />{' '}
                  {t.day.against} <span>{before}</span>
                </>
              )}
            </span>
            {t.day.previous({ day: before, rate: entryRate(previous) })}
          </>
        )}
        {entry ? (
          <span>{t.day.entered({ rate: entryRate(entry), user: entry.updated_by })}</span>
        ) : (
          published && <span>{t.day.published({ rate: entryRate(published) })}</span>
        )}
        {!previous && !entry && !published && <span aria-hidden="true">–</span>}
      </p>
      <div id={`${id}-wrong`} aria-live="polite" className={fieldStyles['errors']}>
        {wrong !== undefined && <p>{wrong}</p>}
      </div>
    </>
  )
}

/** What looks wrong about a rate, the most telling of it, and what somebody else has entered. */
function Question({ id, series, row, day }: RateOfDayProps) {
  const { rates, saving, form, clear } = day
  const [warning] = rates.warningsOf(series)
  const focus = () => requestAnimationFrame(() => focusField(form.current, series))
  return (
    <>
      {warning && (
        <div id={id}>
          <Notice kind="warning">
            <p>
              <strong>{t.kindNames[series.kind]}:</strong> {warning.sentence}
            </p>
            <MeantButton
              meant={warning.meant}
              onUse={(_, text) => {
                const input = inputOf(form.current, series)
                if (input) typeInto(input, text)
                focus()
              }}
            />
          </Notice>
        </div>
      )}
      {!saving.busy && rates.isOvertaken(series) && (
        <RateConflict
          now={row?.entry ?? null}
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
