import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageResponses } from '../../contract/page-data.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { Component as HomePage } from '../home/home-page.tsx'
import { createQueryClient } from '../queries.ts'
import { Component as CitedRatePage } from '../currency/cited-rate-page.tsx'
import { Component as CurrencyPage } from '../currency/currency-page.tsx'
import { citedQuery } from '../currency/history-queries.ts'
import { FeedLine } from './feed-line.tsx'
import { Component as RatesPage } from './rates-page.tsx'
import { feedQuery } from '../feed-query.ts'
import { boardQuery } from './board-queries.ts'
import { rateQuery } from './rates-queries.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const show = (children: ReactNode, responses: PageResponses) =>
  render(
    <QueryClientProvider client={createQueryClient(responses)}>{children}</QueryClientProvider>,
  )

const feed = (state: object) =>
  [
    feedQuery().queryKey,
    200,
    {
      data: {
        feed: null,
        newest_date: '2026-09-29',
        last_success_at: null,
        failing: false,
        sample: true,
        ...state,
      },
    },
  ] as const
const line = () => document.body.textContent

test('The banner of the sample stands only where a shown rate is of the sample', () => {
  show(<FeedLine shown={[{ source: 'manual' }, undefined, { source: null }]} />, [feed({})])
  expect(line()).toBe('')
  cleanup()
  show(<FeedLine shown={[{ source: 'manual' }, { source: 'sample' }]} />, [feed({})])
  expect(line()).toContain('Sample: Rates as of 29 Sep 2026.')
})

test('The banner promises the rates of a feed only where there is one', () => {
  show(<FeedLine shown={[{ source: 'sample' }]} />, [feed({ feed: null })])
  expect(line()).toContain('No feed is set up')
  expect(line()).not.toContain('The rates of the feed')
  cleanup()
  show(<FeedLine shown={[{ source: 'sample' }]} />, [feed({ feed: 'cbsl', failing: true })])
  expect(line()).toContain('Rates as of 29 Sep 2026; the feed has not responded.')
  expect(line()).toContain('The rates of the feed will replace them.')
})

test('A page of the publisher that cannot be used is named, and by whom the rates come meanwhile', () => {
  const state = { feed: 'cbsl', newest_date: '2026-11-20', sample: false }
  const shown = (more: object) => {
    cleanup()
    show(<FeedLine shown={[{ source: 'cbsl' }]} />, [feed({ ...state, ...more })])
    return line()
  }
  expect(shown({ publisher_error: 'unreachable', via: 'frankfurter' })).toBe(
    'Rates as of 20 Nov 2026; feed: Central Bank of Sri Lanka; one of its pages does not respond, so the indicative rates come by Frankfurter.',
  )
  expect(shown({ publisher_error: 'unknown layout' })).toContain(
    'one of its pages has changed and cannot be read.',
  )
  expect(shown({ publisher_error: 'unknown layout', failing: true })).toBe(
    'Rates as of 20 Nov 2026; the feed’s page has changed and cannot be read.',
  )
})

/** Business days up to the day of these tests, Saturday 21 November. */
const AGES: Record<string, number> = { '2026-09-29': 38, '2026-11-11': 7, '2026-11-20': 0 }

const rate = { currency: 'USD', target_currency: 'LKR', rate: 330.9054 }
const board = (date: string, source: string) => {
  const row = {
    ...rate,
    date,
    source,
    age_business_days: AGES[date],
    change: null,
    previous_date: null,
    weekly_average: null,
    points: [],
  }
  const body = { data: { requested_date: '2026-11-21', rates: [row] } }
  return [boardQuery().queryKey, 200, body] as const
}
const current = (date: string, source: string) =>
  [
    rateQuery({ base: 'USD', date: undefined }).queryKey,
    200,
    {
      data: {
        ...rate,
        date,
        source,
        requested_date: '2026-11-21',
        age_business_days: AGES[date],
      },
    },
  ] as const
const cited = (date: string, source: string) =>
  [
    citedQuery({ currency: 'USD', date: calendarDateOf(date), knownAt: undefined, page: 1 })
      .queryKey,
    200,
    {
      data: { ...rate, date, source, since: null, entered_by: null, known_at: null, revisions: [] },
      current_page: 1,
      last_page: 1,
      per_page: 50,
      total: 0,
    },
  ] as const

test('A past day’s own rate is never called old; a sample’s is still called one', () => {
  history.replaceState(null, '', '/rates/USD/2026-09-29')
  show(<CitedRatePage />, [cited('2026-09-29', 'sample')])
  expect(screen.getAllByText('Sample')).not.toHaveLength(0)
  expect(screen.queryByText(/days old/)).toBeNull()
})

test('A page that was left open counts on: its answer was fresh on the day that it came', () => {
  history.replaceState(null, '', '/')
  vi.setSystemTime(new Date('2026-11-24T06:30:00Z'))
  show(<HomePage />, [board('2026-11-20', 'cbsl')])
  expect(screen.getAllByText('4 days old')).toHaveLength(2)
})

const SCREENS = [
  // The figure and the converter.
  ['home', HomePage, '/', board, 2],
  ['rates', RatesPage, '/rates', current, 1],
  ['board', RatesPage, '/rates', board, 1],
  ['currency', CurrencyPage, '/rates/USD', current, 2],
] as const

test.each(SCREENS)(
  'On %s, a sample of 53 days ago says both beside the figure',
  (_, Page, path, response, count) => {
    history.replaceState(null, '', path)
    show(<Page />, [response('2026-09-29', 'sample')])
    expect(screen.getAllByText('Sample, 53 days old')).toHaveLength(count)
  },
)

test.each(SCREENS)(
  'On %s, yesterday’s rate of a feed carries no badge, an old one its age',
  (...screenOf) => {
    const [, Page, path, response, count] = screenOf
    history.replaceState(null, '', path)
    show(<Page />, [response('2026-11-20', 'cbsl')])
    expect(screen.queryByText(/days old|^Sample/)).toBeNull()
    cleanup()
    show(<Page />, [response('2026-11-11', 'manual')])
    expect(screen.getAllByText('10 days old')).toHaveLength(count)
  },
)
