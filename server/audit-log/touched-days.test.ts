import { rowsOf } from '../testing/import-rows.ts'
import { beforeAll, expect, test } from 'vitest'
import { listAuditEntries, listAuditUsers } from '../../contract/audit-log.ts'
import { changeManualRates } from '../../contract/entry-changes.ts'
import { commitImport } from '../../contract/imports.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { eraseUser } from '../account/erase-user.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { OPERATOR } from '../identity/actor.ts'
import { importRates } from '../feeds/import-rates.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'

const CSV = `date,currency,rate
2026-09-21,USD,300.5
2026-09-21,GBP,405.1
2026-09-22,USD,300.6
2026-09-22,GBP,405.2`
const ratesApp = await ratesAppOfFile()
beforeAll(async () => {
  const { run, post, kumari } = ratesApp
  await post({ ...usd, date: '2026-09-22', rate: 300.25 }) // 3
  await importCsv(CSV) // 4: USD and GBP
  await feed({ '2026-09-23': '301.1', '2026-09-25': '301.3' }) // 5
  await feed({ '2026-09-25': '301.4', '2026-09-28': '301.6' }) // 6: a correction and a day more
  await post({ ...usd, date: '2026-09-25', rate: 302 }, {}, kumari) // 7
  await importCsv('date,currency,rate,kind\n2026-09-25,USD,303,tt-buying') // 8
  run.clock.turn(60)
})

const importCsv = async (csv: string) => {
  const { status } = await ratesApp.run.post<typeof commitImport>(
    commitImport.url,
    { rows: rowsOf(csv) },
    ratesApp.nimal.headers,
  )
  expect(status).toBe(201)
}

async function feed(rates: Readonly<Record<string, string>>): Promise<void> {
  const given = Object.entries(rates).map(([date, rate]) => ({
    ...seriesOf('USD'),
    date: calendarDateOf(date),
    rate: rateOf(rate),
  }))
  const { run } = ratesApp
  run.clock.turn(1)
  await run.db.transaction().execute((trx) => importRates(trx, 'cbsl', given, run.clock.now()))
  await caughtUp(run)
}

const list = async (query: string) => {
  const { headers } = ratesApp.nimal
  const url = `${listAuditEntries.url}?${query}`
  const { status, body } = await ratesApp.run.get<typeof listAuditEntries>(url, headers)
  return status === 200 ? body.data.map(({ id }) => id) : body.errors
}

const cite = async (currency: string, date: string, kind = '') => {
  const url = `/api/exchange-rate/${currency}/on/${date}${kind && `?kind=${kind}`}`
  return (await ratesApp.run.get<typeof citedRate>(url)).body.data
}

test.each([
  ['rate_from=2026-09-22&rate_to=2026-09-22', [4, 3]],
  ['rate_from=2026-09-24&rate_to=2026-09-24', []], // between two days that a feed brought
  ['rate_from=2026-09-25&rate_to=2026-09-25', [8, 7, 6, 5]],
  ['rate_from=2026-09-26', [6, 2, 1]],
  ['rate_to=2026-09-21', [4, 1]],
  ['rate_from=2026-09-22&rate_to=2026-09-22&currency=GBP', [4]],
  ['rate_from=2026-09-25&rate_to=2026-09-25&action=create+exchange+rate', [7]],
  ['search=2026-09-22', []],
  ['entry=3', [3]],
  ['entry=99', []],
  [
    'rate_from=2026-09-02&rate_to=2026-09-01',
    { rate_to: ['The last day must not be before the first.'] },
  ],
])('the trail filtered by %s has the entries %j', async (query, entries) => {
  expect(await list(query)).toEqual(entries)
})

test('each change of a cited rate names its entry and hash', async () => {
  const entriesOf = async (...day: Parameters<typeof cite>) =>
    (await cite(...day)).revisions.map(({ source, rate, entry }) => [source, rate, entry?.id])
  expect(await entriesOf('USD', '2026-09-22')).toEqual([
    ['manual', 300.25, 3],
    ['manual', 300.6, 4],
  ])
  expect(await entriesOf('GBP', '2026-09-21')).toEqual([['manual', 405.1, 4]])
  expect(await entriesOf('USD', '2026-09-23')).toEqual([['cbsl', 301.1, 5]])
  expect(await entriesOf('USD', '2026-09-25')).toEqual([
    ['cbsl', 301.3, 5],
    ['cbsl', 301.4, 6],
    ['manual', 302, 7],
  ])
  expect(await entriesOf('USD', '2026-09-25', 'tt-buying')).toEqual([['manual', 303, 8]])
  const stored = await ratesApp.run.db
    .selectFrom('audit_entry')
    .select('hash')
    .where('id', '=', 7)
    .executeTakeFirstOrThrow()
  expect((await cite('USD', '2026-09-25')).entry).toEqual({
    id: 7,
    hash: stored.hash.toString('hex'),
  })
})

test('changes of one instant keep their own entries', async () => {
  const { run, nimal, post } = ratesApp
  const { id, version } = (await post({ ...usd, date: '2026-09-18', rate: 299 })).body.data
  const before = (await run.db.selectFrom('audit_head').select('id').executeTakeFirstOrThrow()).id
  const { status } = await run.post<typeof changeManualRates>(
    changeManualRates.url,
    {
      delete: [{ id, version }],
      enter: [
        { date: '2026-09-18', base_currency: 'USD', rate: 299.5, replaces: null },
        { date: '2026-09-18', base_currency: 'GBP', rate: 404, replaces: null },
      ],
    },
    nimal.headers,
  )
  expect(status).toBe(200)
  const entries = async (currency: string) =>
    (await cite(currency, '2026-09-18')).revisions.map(({ rate, entry }) => [rate, entry?.id])
  expect(await entries('USD')).toEqual([
    [299, before],
    [null, before + 1],
    [299.5, before + 2],
  ])
  expect(await entries('GBP')).toEqual([[404, before + 3]])
})

test('the users of the trail are listed, an erased one by number', async () => {
  const { run, nimal, kumari } = ratesApp
  const users = async () =>
    (await run.get<typeof listAuditUsers>(listAuditUsers.url, nimal.headers)).body.data
  expect(await users()).toEqual([nimal.email, kumari.email].sort())
  expect(await list(`user=${kumari.email}`)).toEqual([7])
  await run.db
    .transaction()
    .execute((trx) => eraseUser(trx, { userId: kumari.id, actor: OPERATOR, at: run.clock.now() }))
  expect(await users()).toEqual([nimal.email, `a former user (#${kumari.id})`])
  expect(await list(`user=${encodeURIComponent(`a former user (#${kumari.id})`)}`)).toEqual([7])
})
