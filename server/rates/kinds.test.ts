import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { rateBoard, citedRate, rateHistory } from '../../contract/rates/rate-history.ts'
import type { currentRate, lastSevenDays } from '../../contract/rates/rates.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'

const url = '/api/exchange-rate'
const read = <E extends Endpoint>(path: string) => ratesApp.run.get<E>(url + path)

/** Fields of `current` for a customs rate only. */
const CUSTOMS_FIELDS =
  'effective_from effective_to days_left in_effect overdue gazette document'.split(' ')

const ratesApp = await ratesAppOfFile()
await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-25': '300.5', '2026-09-24': '300' })
const readUnnamed = () =>
  Promise.all(
    ['current/USD?date=2026-09-27', 'USD/last-seven-days', 'board', 'USD/history.csv'].map(
      async (path) => (await ratesApp.run.app.inject(`${url}/${path}`)).body,
    ),
  )
const unnamedAlone = await readUnnamed()
await publish(
  ratesApp.run,
  'cbsl',
  'USD',
  { '2026-09-24': '304', '2026-09-28': '306' },
  'tt-selling',
)
await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-28': '296.5' }, 'tt-buying')
await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-21': '303.5' }, 'customs')
for (const kind of RATE_KINDS.slice(4))
  await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-28': '300' }, kind)

test('rates of other kinds change no response to a call without a kind', async () => {
  expect(await readUnnamed()).toEqual(unnamedAlone)
})

describe('a read that names a kind', () => {
  test('has the same shape with the kind added', async () => {
    const fields = (body: { data: object }) => Object.keys(body.data)
    for (const path of [
      '/current/USD',
      '/USD/last-seven-days',
      '/board',
      '/USD/history',
      '/USD/on/2026-09-28',
    ]) {
      const without = await read<typeof currentRate>(path)
      for (const kind of RATE_KINDS) {
        if (path.includes('/on/') && kind === 'customs') continue
        const { status, body } = await read<typeof currentRate>(`${path}?kind=${kind}`)
        expect([path, kind, status]).toEqual([path, kind, 200])
        expect(body.data.kind).toBe(kind)
        const effect = kind === 'customs' && path.startsWith('/current') ? CUSTOMS_FIELDS : []
        expect(fields(body)).toEqual([...fields(without.body), ...effect, 'kind'])
      }
      const named = await ratesApp.run.app.inject({ url: `${url}${path}?kind=indicative` })
      const unnamed = await ratesApp.run.app.inject({ url: url + path })
      expect(named.body.replace(',"kind":"indicative"', '')).toBe(unnamed.body)
      expect(named.headers.etag).not.toBe(unnamed.headers.etag)
    }
  })

  test('reads only its own series', async () => {
    const kind = 'kind=tt-selling'
    const current = await read<typeof currentRate>(`/current/USD?${kind}&date=2026-09-27`)
    expect(current.body.data).toMatchObject({
      date: '2026-09-24',
      rate: 304,
      requested_date: '2026-09-27',
    })
    const week = await read<typeof lastSevenDays>(`/USD/last-seven-days?${kind}`)
    expect(week.body.data).toMatchObject({
      weekly_average: 305,
      days_counted: 2,
      newest_date: '2026-09-28',
    })
    expect(week.body.data.missing).toContainEqual({ date: '2026-09-25', reason: 'not received' })
    const board = await read<typeof rateBoard>(`/board?${kind}`)
    expect(board.body.data.rates.map(({ rate }) => rate)).toEqual([306, null, null, null])
    expect(board.body.data.rates[0]).toMatchObject({ change: 2, previous_date: '2026-09-24' })
    const history = await read<typeof rateHistory>(`/USD/history?${kind}`)
    expect(history.body.data.rates.map(({ rate }) => rate)).toEqual([304, 306])
    expect(history.body.data.oldest_date).toBe('2026-09-24')
    const cited = await read<typeof citedRate>(`/USD/on/2026-09-28?kind=tt-buying`)
    expect(cited.body.data).toMatchObject({ rate: 296.5, source: 'cbsl' })
    expect(cited.body.data.revisions).toHaveLength(1)
  })

  test('names the kind if it has no rate', async () => {
    const day = await read<typeof citedRate>('/USD/on/2026-09-25?kind=tt-buying')
    expect([day.status, day.body.message]).toEqual([
      404,
      'No Bank buys (TT) rate of the US Dollar on 25 Sep 2026 is known: the first is of 28 Sep 2026.',
    ])
    const newest = await read<typeof currentRate>('/current/GBP?kind=customs')
    expect([newest.status, newest.body.message]).toEqual([
      404,
      'No customs rate of the British Pound is known on or before 29 Sep 2026.',
    ])
  })

  test('offers files with the kind', async () => {
    const file = (ending: string) =>
      ratesApp.run.app.inject({
        url: `${url}/USD/history.${ending}?from=2026-09-26&kind=tt-selling`,
      })
    const csv = await file('csv')
    expect(csv.headers['content-disposition']).toContain(
      'USD-LKR-tt-selling-2026-09-26-to-2026-09-29.csv',
    )
    expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
      'Date,Currency,Kind,Rate (LKR),Units,Source,Bank',
      '2026-09-28,USD,tt-selling,306.0000,1,Central Bank of Sri Lanka,Main rates',
    ])
    const [sheet] = await readXlsxFile((await file('xlsx')).rawPayload)
    expect(sheet?.data[1]?.slice(1, 4)).toEqual(['USD', 'tt-selling', 306])
  })

  test('refuses an unknown kind with the list', async () => {
    const sentence = `The kind must be one of ${RATE_KINDS.join(', ')}`
    const { headers } = ratesApp.nimal
    for (const path of [
      ...['/current/USD', '/USD/last-seven-days', '/board', '/USD/history', '/USD/history.csv'],
      ...['/USD/history.xlsx', '/USD/on/2026-09-28', '/recent', '/stream'],
    ]) {
      for (const kind of ['spot', 'tt_buying', 'TT-BUYING', '', 'tt-buying&kind=customs']) {
        const response = await ratesApp.run.app.inject({
          url: `${url}${path}?kind=${kind}`,
          headers,
        })
        expect([path, kind, response.statusCode]).toEqual([path, kind, 400])
        expect(response.json<{ errors: { kind: string[] } }>().errors.kind[0]).toContain(sentence)
      }
    }
    const body = { date: '2026-09-29', currency: 'USD', rate: 300, kind: 'spot' }
    expect((await ratesApp.post(body)).body).toMatchObject({ errors: { kind: [`${sentence}.`] } })
  })
})
