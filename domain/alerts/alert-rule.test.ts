import { expect, test } from 'vitest'
import { calendarDateOf } from '../calendar-date.ts'
import { rateOf } from '../money.ts'
import { seriesOf } from '../series.ts'
import { evaluateAlert, firstState, type AlertRule, type AlertSituation } from './alert-rule.ts'

const rule = (given: Partial<AlertRule>): AlertRule => ({
  condition: 'above',
  series: seriesOf('USD'),
  rate: null,
  move: null,
  hour: null,
  ...given,
})

/** A day on which a rate stands at a figure. */
function situation(day: number, rate: number, given: Partial<AlertSituation> = {}): AlertSituation {
  const today = calendarDateOf(`2026-09-${String(day).padStart(2, '0')}`)
  const rateOn = (date: string, value: number) => ({
    date: calendarDateOf(date),
    rate: rateOf(value),
    source: 'cbsl' as const,
  })
  return {
    today,
    hour: 12,
    newest: rateOn(today, rate),
    previous: rateOn('2026-08-31', 300),
    version: day,
    corrected: false,
    stale: false,
    publishedToday: 'none',
    ...given,
  }
}

/** On which of the days an alert fires that began with the first of them. */
function firedOn(given: Partial<AlertRule>, days: readonly AlertSituation[]): string[] {
  const [first, ...later] = days
  let state = firstState(rule(given), first!)
  return later.flatMap((each) => {
    const result = evaluateAlert(rule(given), state, each)
    state = result.state
    return result.fires ? [each.today.slice(8)] : []
  })
}

const rates = (...figures: readonly number[]) => figures.map((rate, at) => situation(at + 1, rate))

test.each([
  ['above', [299, 300, 300.0001, 305, 299.9, 301, 299.25, 300.5], ['03', '08']],
  ['above', [305, 306, 299.2501, 301, 299.25, 301], ['06']],
  ['below', [301, 300, 299.9999, 290, 300.1, 299, 300.75, 299.5], ['03', '08']],
] as const)(
  'an alert %s 300 on rates %j fires when the rate crosses it, and again only after it moved back by 0.25 %%',
  (condition, figures, fired) => {
    expect(firedOn({ condition, rate: rateOf(300) }, rates(...figures))).toEqual(fired)
  },
)

test('an alert fires at most once a day and reports a lasting condition on the next day', () => {
  const days = [
    situation(1, 299),
    situation(2, 301),
    situation(2, 299),
    situation(2, 302),
    situation(3, 303),
  ]
  expect(firedOn({ rate: rateOf(300) }, days)).toEqual(['02', '03'])
})

test('a move is measured exactly against the rate before, in both directions, once a day', () => {
  const days = rates(300, 302.9999, 303, 297, 297.0001)
  expect(firedOn({ condition: 'moved', move: 100 }, [...days, situation(4, 310)])).toEqual([
    '03',
    '04',
  ])
})

test('an alert for published rates fires once for today, and not for a day known before', () => {
  const yesterday = { newest: situation(1, 300).newest }
  const days = [
    situation(1, 300),
    situation(1, 300),
    situation(2, 300, yesterday),
    situation(2, 301),
    situation(2, 302),
  ]
  expect(firedOn({ condition: 'published' }, days)).toEqual(['02'])
})

test('a correction on a day with an email is reported the next day', () => {
  const days = [situation(1, 300), situation(2, 300), situation(3, 300, { corrected: true })]
  const other = situation(3, 300, { corrected: true, version: 4 })
  expect(firedOn({ condition: 'corrected' }, [...days, other, { ...other, ...dayOf(4) }])).toEqual([
    '03',
    '04',
  ])
})

test('a stale feed is reported once until it delivers again', () => {
  const silent = [false, true, true, false, true].map((stale, at) =>
    situation(at + 1, 300, { stale }),
  )
  expect(firedOn({ condition: 'stale' }, silent)).toEqual(['02', '05'])
})

test('the day’s rates are sent at their hour once complete, and from 18:00 even if incomplete', () => {
  const at = (day: number, hour: number, publishedToday: AlertSituation['publishedToday']) =>
    situation(day, 300, { hour, publishedToday })
  const days = [
    ...[at(1, 12, 'all'), at(2, 9, 'all'), at(2, 10, 'all'), at(2, 11, 'all')],
    ...[at(3, 10, 'some'), at(3, 17, 'some'), at(3, 18, 'some'), at(4, 23, 'none')],
  ]
  expect(firedOn({ condition: 'daily', series: null, hour: 10 }, days)).toEqual(['02', '03'])
})

function dayOf(day: number): Pick<AlertSituation, 'today'> {
  return { today: situation(day, 300).today }
}
