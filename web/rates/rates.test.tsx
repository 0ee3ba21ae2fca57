import { screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { fromWire } from '../../domain/money.ts'
import { setPublishers } from '../../domain/series.ts'
import { readPlace } from '../load-page.ts'
import { createQueryClient } from '../queries.ts'
import { renderPage } from '../testing/rendering.tsx'
import { SourceLine } from './board-table.tsx'
import { averagesSentence, lastDayWithRates, listRows, type Board, type ShownRow } from './board.ts'
import { MissingDays, PublishedNote } from './day-rates.tsx'
import { FeedNotice } from './feed-notice.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import { RateSelect } from './rate-parts.tsx'
import { citedAddress, feedQuery, readAddress, seriesQuery } from './rates.ts'

const today = calendarDateOf('2026-11-26')
const read = (address: string) => readAddress(readPlace(address, today))

describe('a public address', () => {
  test.each([
    ['/rates', 'USD today indicative'],
    ['/rates?base=gbp&date=2026-11-25', 'GBP 2026-11-25 indicative'],
    ['/rates?date=2026-11-26', 'USD today indicative'],
    ['/rates/CAD?kind=tt-buying', 'CAD today tt-buying'],
    ['/?currency=aud', 'AUD today indicative'],
    ['/rates/USD/2026-11-26', 'USD 2026-11-26 indicative'],
    ['/?date=2026-11-24&date=2026-11-25', 'USD 2026-11-25 indicative'],
    ['/rates?kind=tt-buying&publisher=hnb', 'USD today tt-buying hnb'],
    ['/rates?kind=tt-selling+hnb', 'USD today tt-selling hnb'],
    ['/rates?publisher=hnb', 'USD today tt-selling hnb'],
    ['/rates?publisher=nobody', 'USD today indicative'],
  ])('%s is %s', (address, meaning) => {
    setPublishers([{ id: 'hnb', name: 'HNB' }])
    onTestFinished(() => setPublishers([]))
    const { currency, date = 'today', kind, publisher, notes } = read(address)
    expect([currency, date, kind, publisher].filter(Boolean).join(' ')).toBe(meaning)
    expect(notes).toEqual([])
  })

  test.each([
    ['/rates?base=EUR', 'We don’t have rates for EUR. Showing the US Dollar instead.'],
    ['/?date=2026-02-30', 'We don’t have rates for “2026-02-30”. Showing today’s instead.'],
    ['/rates?date=2026-11-27', 'We don’t have rates for “2026-11-27”. Showing today’s instead.'],
    ['/rates?kind=spot', 'We don’t publish “spot” rates. Showing indicative rates.'],
  ])('%s names what is ignored', (address, note) => {
    expect(read(address).notes).toEqual([note])
  })

  test('of a cited rate has its kind and bank, and a readable instant', () => {
    const day = { currency: 'USD', date: today } as const
    expect(citedAddress(day)).toBe('/rates/USD/2026-11-26')
    expect(citedAddress({ ...day, amount: '12500', fromRupees: true, asked: today })).toBe(
      '/rates/USD/2026-11-26?amount=12500&from=LKR&for=2026-11-26',
    )
    expect(citedAddress({ ...day, kind: 'tt-buying', knownAt: '2026-11-26T10:00' }, 2)).toBe(
      '/rates/USD/2026-11-26?kind=tt-buying&known_at=2026-11-26T10:00&page=2',
    )
  })
})

test.each([
  [-86, true, '0.00 % –'],
  [0, true, '0.00 % –'],
  [-239, true, '−0.01 % ▼'],
  [239, true, '+0.01 % ▲'],
  [-86, false, '−0.0086  0.00 % ▼'],
  [0, false, '+0.0000 –'],
])('a change of %i to 238.8000, short: %s, is %s', (change, short, text) => {
  const { container } = renderPage(
    <RateChangeText change={change} rate={fromWire(238.8)} short={short} />,
  )
  expect(container.textContent).toBe(text)
})

const row = (over: object) => ({
  currency: 'USD',
  rate: 330.9054,
  date: '2026-09-29',
  source: 'sample',
  age_business_days: 40,
  change: 0.1,
  previous_date: null,
  weekly_average: null,
  points: [],
  ...over,
})
const board = (over: object = {}, day = '2026-11-26') =>
  ({ requested_date: day, rates: [row(over)] }) as unknown as Board

test('a row without rates in its week uses the newest week', () => {
  const points = [{ date: '2026-09-29', rate: 330.9054 }]
  const earlier = board({ weekly_average: 330.0764, points }, '2026-09-29')
  expect(listRows(board(), earlier)[0]).toMatchObject({
    requested_date: '2026-11-26',
    weekly_average: 330.0764,
    points,
  })
  const other = board({ weekly_average: 330, points: [{ date: '2026-11-25', rate: 331 }] })
  expect(lastDayWithRates(other)).toBeUndefined()
  expect(lastDayWithRates(board())).toBe('2026-09-29')
  const own = board({ weekly_average: 331, points: [{ date: '2026-11-26', rate: 331 }] })
  expect(listRows(own, earlier)[0]?.weekly_average).toBe(331)
  expect(listRows(own).map(({ currency, rate }) => [currency, rate])).toEqual([
    ...[
      ['USD', 330.9054],
      ['AUD', null],
      ['CAD', null],
      ['GBP', null],
    ],
  ])
})

test('averages of different weeks are named with their own days', () => {
  const earlier = board({ currency: 'AUD', weekly_average: 232.1917 }, '2026-09-29')
  const today = board({ weekly_average: 331.2 })
  expect(averagesSentence(listRows(today, earlier))).toBe(
    'Weekly average: USD: seven days to Thu 26 Nov 2026; AUD: seven days to Tue 29 Sep 2026.',
  )
  expect(averagesSentence(listRows(today))).toBe('Weekly average: seven days to Thu 26 Nov 2026.')
  expect(averagesSentence(listRows(board()))).toBeUndefined()
})

test('rows of two sources are named at their source', () => {
  const rows = [row({}), row({ currency: 'AUD', source: 'cbsl' })] as unknown as ShownRow[]
  show(<SourceLine rows={rows} kind="indicative" />)
  expect(document.body.textContent.trim()).toBe(
    'USD: Sample rates. AUD: Indicative rates, published by the Central Bank of Sri Lanka.',
  )
})

const show = (element: React.ReactNode, responses?: Parameters<typeof createQueryClient>[0]) =>
  renderPage(element, createQueryClient(responses))

const feed = {
  feed: 'cbsl',
  newest_date: '2026-09-29',
  last_success_at: null,
  failing: false,
  sample: false,
}
const old = { date: '1969-12-01' }
const fresh = { source: 'cbsl', date: '1970-01-01', age_business_days: 0 }

describe('the notice about the feed', () => {
  test.each([
    ['the newest rates are fresh', feed, fresh, undefined],
    [
      'the sample waits for the feed',
      feed,
      old,
      /^Sample rates, \d+ days old\. They end on 29 Sep 2026\. Newer rates replace them/,
    ],
    [
      'the sample has no feed',
      { ...feed, feed: null },
      old,
      /They end on 29 Sep 2026\. Rates are not fetched automatically\./,
    ],
    [
      'the feed is down',
      { ...feed, failing: true },
      fresh,
      /^The rate feed is not responding\. Showing rates as of 29 Sep 2026\.$/,
    ],
    [
      'a page has changed',
      { ...feed, failing: true, publisher_error: 'unknown layout' },
      fresh,
      /^The feed’s page has changed/,
    ],
    [
      'Frankfurter stands in',
      { ...feed, publisher_error: 'unreachable', via: 'frankfurter' },
      fresh,
      /is not responding\. Its indicative rates come from Frankfurter\.$/,
    ],
    [
      'there are no rates',
      { ...feed, newest_date: null },
      { rate: null, date: null, source: null, age_business_days: null },
      /^There are no rates yet\. Login to enter/,
    ],
  ])('where %s', (_case, state, shown, sentence) => {
    const rows = listRows(board(shown, '1970-01-01'))
    show(<FeedNotice rows={rows} />, [[feedQuery().queryKey, 200, { data: state }]])
    const text = document.body.textContent.trim()
    if (sentence) expect(text).toMatch(sentence)
    else expect(text).toBe('')
  })
})

test('one select offers kinds and banks with rates, and the current choice', () => {
  setPublishers([{ id: 'sampath', name: 'Sampath Bank' }])
  onTestFinished(() => setPublishers([]))
  const series = [
    { kind: 'tt-buying' },
    { kind: 'customs' },
    { kind: 'tt-selling', publisher: 'sampath' },
  ]
  show(<RateSelect choice={{ kind: 'tt-selling' }} onChoose={() => undefined} />, [
    [seriesQuery().queryKey, 200, { data: { series } }],
  ])
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Indicative', 'Bank buys (TT)', 'Sampath Bank sells (TT)', 'Bank sells (TT)'],
  ])
})

test('the mark of an entry by hand is explained unless the legend of a strip does it', () => {
  const rows = [row({ source: 'manual' })] as unknown as ShownRow[]
  const { rerender } = show(<SourceLine rows={rows} kind="indicative" />)
  expect(document.body.textContent).toContain('Entered by hand')
  rerender(<SourceLine rows={rows} kind="indicative" isMarkNamed />)
  expect(document.body.textContent).not.toContain('Entered by hand')
})

test('days without a rate are one line by reason', () => {
  const missing = (
    [
      ['2026-11-21', 'weekend'],
      ['2026-11-22', 'weekend'],
      ['2026-11-24', 'holiday: Ill Full Moon Poya Day'],
      ['2026-11-26', 'not received'],
    ] as const
  ).map(([date, reason]) => ({ date: calendarDateOf(date), reason }))
  show(<MissingDays missing={missing} />)
  expect(document.body.textContent).toBe(
    'No rate: Sat 21 and Sun 22, weekend; Tue 24, Ill Full Moon Poya Day; Thu 26, not received.',
  )
})

test.each([
  [0.032, '334.5680; ours is 0.0320 higher'],
  [-0.5, '334.5680; ours is 0.5000 lower'],
  [0, '334.5680, the same as ours'],
])('a published rate beside an entry differs by %d', (difference, end) => {
  const published = { rate: 334.568, source: 'cbsl', difference } as const
  show(<PublishedNote date={calendarDateOf('2026-11-20')} published={published} />)
  expect(document.body.textContent).toBe(`Central Bank of Sri Lanka on Fri 20 Nov 2026: ${end}`)
})
