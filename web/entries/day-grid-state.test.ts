import { describe, expect, test } from 'vitest'
import type { DayRow, ManualRate } from '../../contract/entries.ts'
import { key, seriesOf, type RateKey } from '../../domain/series.ts'
import {
  changeGrid,
  isWaiting,
  readRows,
  type GridAction,
  type TypedRates,
} from './day-grid-state.ts'

const buying = seriesOf('USD', 'tt-buying')
const selling = seriesOf('USD', 'tt-selling')
const [name, other] = [key(buying), key(selling)]
const entry = (rate: number, version = 7) => ({ id: 7, version, rate }) as ManualRate
const day = (of: Partial<DayRow>) =>
  ({ currency: 'USD', entry: null, published: null, previous: null, ...of }) as DayRow
const published = { date: '2026-09-29', rate: 300, source: 'cbsl' } as DayRow['published']
const doubt = { kind: 'swapped digits', sentence: 'Two digits may be swapped.' } as const

const after = (...actions: readonly GridAction[]) => actions.reduce<TypedRates>(changeGrid, {})
const type = (text: string, known: ManualRate | null = null, of = name): GridAction => ({
  act: 'type',
  name: of,
  text,
  entry: known,
})
const leave = (known: ManualRate | null = null, of = name): GridAction => ({
  act: 'leave',
  name: of,
  entry: known,
})
const rows = (typed: TypedRates, days: Readonly<Record<RateKey, DayRow>> = {}) =>
  readRows({
    typed,
    series: [buying, selling],
    days: new Map(Object.entries(days) as [RateKey, DayRow][]),
  })
const row = (typed: TypedRates, of: Partial<DayRow> = {}) => rows(typed, { [name]: day(of) })[0]

describe('a field', () => {
  test('shows the saved rate; a published one is its rate but not its text', () => {
    expect(row({}, { entry: entry(301.5), published })).toMatchObject({
      text: '301.5000',
      rate: 301.5,
      isReady: false,
    })
    expect(row({}, { published })).toMatchObject({ text: '', rate: 300 })
  })

  test('is ready with a rate, until the rate is unclear, doubted or overtaken', () => {
    expect(row(after(type('301.5')))).toMatchObject({ rate: 301.5, isReady: true })
    expect(row(after(type('abc')))?.isReady).toBe(false)
    const check = { act: 'check', name, text: '301.5', doubts: [doubt] } as const
    const doubted = after(type('301.5'), leave(), check)
    expect(row(doubted)).toMatchObject({ doubts: [doubt], isReady: false })
    const kept = changeGrid(doubted, { act: 'keep', names: [name] })
    expect(row(kept)).toMatchObject({ doubts: [], isReady: true })
    expect(row(changeGrid(kept, type('301.6')))?.typed).toEqual({ text: '301.6', seen: null })
  })

  test('left empty, or with the saved rate, is as before', () => {
    expect(after(type('  '), leave())[name]).toBeUndefined()
    expect(after(type('301.50', entry(301.5)), leave(entry(301.5)))[name]).toBeUndefined()
  })

  test('with a saved rate stays empty and says how one is removed, until it is answered', () => {
    const saved = { entry: entry(301.5) }
    const emptied = after(type('', saved.entry), leave(saved.entry))
    expect(row(emptied, saved)).toMatchObject({ text: '', isReady: false })
    expect(emptied[name]?.wrong).toContain('Delete it in Manage Rates.')
    expect(row(changeGrid(emptied, { act: 'drop', name }), saved)?.text).toBe('301.5000')
  })

  test('is wrong when it is left, for the page’s reason or the server’s, until it is typed again', () => {
    expect(after(type('330/25'))[name]?.wrong).toBeUndefined()
    const wrong = after(type('330/25'), leave())
    expect(wrong[name]?.wrong).toContain('“330/25” is not clear.')
    const refused = after(type('9'), { act: 'refuse', name, sentence: 'Too low.' }, leave())
    expect(refused[name]?.wrong).toBe('Too low.')
    expect(row(refused)?.isReady).toBe(false)
    expect(changeGrid(refused, type('330'))[name]?.wrong).toBeUndefined()
  })

  test('ignores an answer about an earlier text', () => {
    const late = { act: 'check', name, text: '301', doubts: [doubt] } as const
    expect(row(after(type('301'), type('301.5'), late))?.doubts).toEqual([])
    expect(after(late)).toEqual({})
  })
})

describe('two sides', () => {
  const both = after(type('334'), type('326', null, other))

  test('are compared when the selling field was left', () => {
    expect(rows(both).some(isWaiting)).toBe(false)
    const [first, second] = rows(changeGrid(both, leave(null, other)))
    expect([first?.doubts, second?.doubts.map(({ kind }) => kind)]).toEqual([
      [],
      ['buying not below selling'],
    ])
  })

  test('are compared with the saved rate too', () => {
    const typed = after(type('326', null, other), leave(null, other))
    expect(rows(typed, { [name]: day({ entry: entry(334) }) }).some(isWaiting)).toBe(true)
    expect(rows(typed, { [name]: day({ entry: entry(320) }) }).some(isWaiting)).toBe(false)
  })
})

describe('an entry that another user changed', () => {
  const typed = after(type('301.5', entry(300)))

  test('waits for an answer; theirs drops the typed rate, mine replaces theirs', () => {
    const theirs = { entry: entry(302, 8) }
    expect(row(typed, { entry: entry(300) })).toMatchObject({ isOvertaken: false, isReady: true })
    expect(row(typed, theirs)).toMatchObject({ isOvertaken: true, isReady: false })
    const mine = changeGrid(typed, { act: 'replace newest', name, ...theirs })
    expect(row(mine, theirs)).toMatchObject({ isReady: true, typed: { seen: { version: 8 } } })
    expect(row(changeGrid(typed, { act: 'drop', name }), theirs)?.text).toBe('302.0000')
  })

  test('is one that was deleted too', () => {
    expect(row(typed)?.isOvertaken).toBe(true)
  })
})

test('a saved rate is dropped; another one that was typed meanwhile replaces it', () => {
  const saved = { act: 'saved', rates: [{ name, rate: 301.5, entry: entry(301.5, 8) }] } as const
  expect(after(type('301.50'), saved)[name]).toBeUndefined()
  const later = after(type('301.5'), type('302'), saved)
  expect(row(later, { entry: entry(301.5, 8) })).toMatchObject({ text: '302', isReady: true })
})
