import type { ReactNode } from 'react'
import { addDays, daysFromTo, isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { monthName, t, weekdayName } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { createQuery } from '../queries.ts'
import {
  DAY_MARKS,
  DAY_SIGNS,
  DayMark,
  DaySign,
  holidaySign,
  type DayMarkName,
  type DaySignName,
} from '../ui/day-mark.tsx'
import { passFocus } from '../ui/pass-focus.ts'
import { isDue, missingReason } from './rate-parts.tsx'
import { choiceParams, type PublicAddress } from './rates.ts'
import styles from './day-strip.module.css'

/** Days that are shown from 1,200, 701 and 380 px on, and below. */
const SIZES = [13, 9, 7, 5] as const

type Asked = Omit<PublicAddress, 'notes'>

/** The days around a day, which is in the middle unless days after today would follow. */
function stripDays(day: CalendarDate, today: CalendarDate, size: number) {
  const middle = addDays(day, (size - 1) / 2)
  const to = middle < today ? middle : today
  return { from: addDays(to, 1 - size), to }
}

/** The longest strip around a day. */
export const longestStrip = (day: CalendarDate, today: CalendarDate) =>
  stripDays(day, today, SIZES[0])

export function stripQuery({ currency, date, ...choice }: Asked, today: CalendarDate) {
  const { from, to } = longestStrip(date ?? today, today)
  return createQuery('rates', 'GET /api/exchange-rate/:currency/history', {
    params: { currency },
    query: { from, to, ...choiceParams(choice), missing: '1' },
  })
}

interface ShownDay {
  readonly day: CalendarDate
  readonly mark: DayMarkName | undefined
  readonly sign: DaySignName | undefined
  /** `Tue 24 Nov, Ill Full Moon Poya Day, no rate`. */
  readonly name: string
}

/** A day with a rate that is missing too is incomplete. */
export interface StripDays {
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** Undefined while they are unknown. */
  readonly rates?: readonly { readonly date: CalendarDate; readonly source: RateSource }[]
  readonly missing?: readonly { readonly date: CalendarDate; readonly reason: string }[] | undefined
}

export function readDays(
  { from, to, rates, missing = [] }: StripDays,
  holidays: ReadonlyMap<CalendarDate, string>,
): readonly ShownDay[] {
  const sources = new Map<CalendarDate, RateSource>(rates?.map((rate) => [rate.date, rate.source]))
  const reasons = new Map(missing.map(({ date, reason }) => [date, reason]))
  return daysFromTo(from, to).map((day) => {
    const source = sources.get(day)
    const holiday = holidays.get(day)
    const reason = reasons.get(day) ?? (holiday === undefined ? '' : `holiday: ${holiday}`)
    const whole = source === 'manual' ? 'by hand' : 'published'
    const mark = source
      ? isDue(reason)
        ? 'partial'
        : whole
      : isDue(reason)
        ? 'missing'
        : undefined
    const isHoliday = reason.startsWith('holiday: ')
    const sign = isHoliday ? holidaySign(reason.slice('holiday: '.length)) : undefined
    const kind = !source || isHoliday ? [missingReason(reason)] : []
    const rate = source && mark ? t.strip.marks[mark] : t.strip.noRate
    return {
      day,
      mark,
      sign,
      // A legend reads no names.
      get name() {
        return [cellName(day), ...kind, rates && rate].filter(Boolean).join(', ')
      },
    }
  })
}

const shortWeekday = (day: CalendarDate) => weekdayName(day).replace('.', '')

/** Begins with what the cell shows, also in a language whose dates begin with the month. */
const cellName = (day: CalendarDate) =>
  `${shortWeekday(day)} ${Number(day.slice(8))} ${monthName(day)}`

interface DayStripProps {
  /** Undefined while the rates are unknown: any day can be chosen. */
  readonly days: StripDays | undefined
  readonly chosen: CalendarDate
  /** The day whose rate is used for the chosen one. */
  readonly counts: CalendarDate | undefined
  /** The day in the middle, if the days around the chosen one are still loading. */
  readonly middle?: CalendarDate
  /** Left out, the days are buttons of the form around the strip. */
  readonly addressOf?: (day: CalendarDate) => string
  readonly hasLegend?: boolean
}

export function DayStrip(props: DayStripProps) {
  const { days, chosen, counts, middle = chosen, addressOf, hasLegend = true } = props
  const today = useToday()
  const holidays = new Map(usePage().holidays)
  const shown = readDays(days ?? longestStrip(middle, today), holidays)
  const smallest = (day: CalendarDate) =>
    SIZES.findLast((size) => {
      const { from, to } = stripDays(middle, today, size)
      return day >= from && day <= to
    })
  const Group = addressOf ? 'nav' : 'fieldset'
  return (
    <div className={styles['strip']} data-screen-only>
      <Group className={styles['days']} aria-label={t.strip.label}>
        <Day
          day={addDays(chosen, -1)}
          addressOf={addressOf}
          rel="prev"
          aria-label={t.strip.before}
          className="leads-on"
        />
        <ol>
          {shown.map(({ day, mark, sign, name }) => (
            <li key={day} data-from={smallest(day)}>
              <Day
                day={day}
                addressOf={addressOf}
                aria-label={name}
                aria-current={day === chosen ? 'date' : undefined}
                className={day === counts ? styles['counts'] : undefined}
              >
                <span>{shortWeekday(day)}</span> <DaySign sign={sign} />
                <DayMark mark={mark} />
                <span className={isWeekend(day) ? 'muted' : undefined}>{Number(day.slice(8))}</span>
              </Day>
            </li>
          ))}
        </ol>
        {chosen < today ? (
          <Day
            day={addDays(chosen, 1)}
            addressOf={addressOf}
            rel="next"
            aria-label={t.strip.after}
            className="leads-on"
          />
        ) : (
          <span aria-hidden="true" className="leads-on" />
        )}
      </Group>
      {hasLegend && (
        <div className="hide-on-phone">
          <DayLegend days={days} />
        </div>
      )}
    </div>
  )
}

interface DayProps {
  readonly day: CalendarDate
  readonly addressOf: DayStripProps['addressOf'] | undefined
  readonly rel?: string
  readonly className?: string | undefined
  readonly 'aria-label': string
  readonly 'aria-current'?: 'date' | undefined
  readonly children?: ReactNode
}

function Day({ day, addressOf, rel, ...props }: DayProps) {
  if (addressOf) return <Link {...props} ref={passFocus} rel={rel} href={addressOf(day)} />
  return <button {...props} ref={passFocus} type="submit" name="date" value={day} />
}

/** The marks that occur; a phone has it at the foot of its page. */
export function DayLegend({ days }: Pick<DayStripProps, 'days'>) {
  const holidays = new Map(usePage().holidays)
  const shown = days ? readDays(days, holidays) : []
  return (
    <ul className="wrap legend fine-print" aria-hidden="true">
      {DAY_MARKS.filter((mark) => shown.some((each) => each.mark === mark)).map((mark) => (
        <li key={mark}>
          <DayMark mark={mark} /> {t.strip.marks[mark]}
        </li>
      ))}
      {DAY_SIGNS.filter((sign) => shown.some((each) => each.sign === sign)).map((sign) => (
        <li key={sign}>
          <DaySign sign={sign} /> {t.strip.signs[sign]}
        </li>
      ))}
    </ul>
  )
}
