import { readFileSync } from 'node:fs'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { currencies } from '../../domain/currency.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../../domain/series.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'

/**
 * What every call that names no kind answered before there was a second one: the call, a line of
 * status, the body. Never recorded again; a response may only have gained the fields of `GAINED`.
 */
const RECORDED = readFileSync(new URL('calls-without-kind.txt', import.meta.url), 'utf8')
const GAINED =
  /,"age_business_days":(?:\d+|null)|,"(?:entry|published|current)":\{[^{}]*\}|,"meant":[\d.]+|"row":\d+,|,"hash":"[0-9a-f]{64}"/g

const url = '/api/exchange-rate'
const ratesApp = await ratesAppOfFile()
await publish(ratesApp.run, 'cbsl', 'USD', { '2026-08-31': '333', '2026-09-24': '300.0001' })
await publish(ratesApp.run, 'cbsl', 'GBP', { '2026-09-25': '405.25', '2026-09-28': '406' })
await publish(ratesApp.run, 'sample', 'CAD', { '2025-08-29': '219.5' })
const origin = await ratesApp.run.app.listen({ port: 0, host: '127.0.0.1' })

const READS = [
  ...[
    '/current/USD',
    '/current/USD?date=2026-09-27',
    '/current/CAD',
    '/current/AUD',
    '/current/EUR',
  ],
  ...[
    '/current/USD?date=2026-09-30',
    '/USD/last-seven-days',
    '/GBP/last-seven-days?date=2026-09-28',
  ],
  ...[
    '/board',
    '/board?date=2026-09-27',
    '/feed',
    '/USD/history',
    '/USD/history?from=2026-09-01&to=2026-09-28',
  ],
  ...[
    '/AUD/history',
    '/USD/history.csv',
    '/USD/history.xlsx',
    '/USD/on/2026-09-29',
    '/USD/on/2026-09-28',
  ],
  ...[
    '/USD/on/2026-09-29?known_at=2026-09-29T06:30:00Z',
    '/USD/on/2026-09-27',
    '/AUD/on/2026-09-28',
  ],
]
const LISTS = ['/recent', '/recent?currency=USD&sort=rate', '/recent?state=deleted', '/imports']

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
): Promise<string> {
  const response = await ratesApp.run.app.inject({
    method,
    url: path.startsWith('/api') ? path : url + path,
    remoteAddress: '203.0.113.7',
    headers: { 'user-agent': 'Ledger/1.0', ...ratesApp.nimal.headers },
    ...(payload && { payload }),
  })
  const { statusCode, headers, body } = response
  const isSheet = String(headers['content-type']).includes('spreadsheet')
  const text = isSheet ? JSON.stringify(await readXlsxFile(response.rawPayload)) : body
  const about = [headers['content-disposition'], text].filter(Boolean).join('\n')
  const sent = payload === undefined ? '' : ` ${JSON.stringify(payload)}`
  return `${method} ${path}${sent}\n${statusCode} ${about}`
}

const reads = async () => Promise.all(READS.map((path) => call('GET', path)))

async function changes(): Promise<string[]> {
  const reported = [
    await call('POST', '/manual/check', { ...usd, rate: 310.25 }),
    await call('POST', '/manual', usd),
    await call('POST', '/manual', {
      date: '2026-09-29',
      currency: 'USD',
      rate: 310.25,
      reason: 'Agreed',
    }),
    await call('POST', '/manual', {
      ...usd,
      base_currency: 'GBP',
      rate: 406.5,
      date: '2026-09-28',
    }),
    await call('POST', '/manual', { ...usd, currency: 'EUR', rate: 0 }),
    await call('DELETE', '/manual/35'),
    await call('POST', '/manual/35/restore'),
    await call('DELETE', '/manual/35'),
  ]
  const text =
    'Date,Currency,Rate\n2026-09-25,USD,300.5\n2026-09-28,USD,3009\n2026-09-29,USD,301.5\n'
  reported.push(
    await call('POST', '/import/preview', { text }),
    await call('POST', '/import', { text, reason: 'From the ledger' }),
    await call('POST', '/import', { text }),
    await call('POST', '/import/preview', {
      text: '2026-09-25\t300.5\n2026-09-24\tsome\t300',
      currency: 'GBP',
    }),
    await call('POST', '/import/13/undo'),
  )
  return [...reported, await call('GET', '/api/audit-logs?per_page=100')]
}

/** What the stream tells about the changes. */
async function whileListening(act: () => Promise<string[]>): Promise<string[]> {
  const ending = new AbortController()
  const response = await fetch(`${origin}${url}/stream`, { signal: ending.signal })
  let heard = ''
  const received = (async () => {
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>)
      heard += Buffer.from(bytes).toString()
  })().catch(() => undefined)
  await expect.poll(() => heard).toContain('event: hello')
  const reported = await act()
  const last = ratesApp.run.deps.liveRateBook.book.version
  await expect.poll(() => heard).toContain(`id: ${last}\n`)
  ending.abort()
  await received
  return [...reported, `GET /stream\n${heard.replace(/^retry: \d+\n\n/, '')}`]
}

const comparable = (reported: readonly string[]) =>
  `${reported.join('\n\n')}\n`
    .replace(GAINED, '')
    .replace(/("request_id":")[0-9a-f]{16}/g, '$1…')
    .replace(/user\d+@/g, 'user…@')

test('every call that names no kind answers the bytes that it answered before there was a second kind', async () => {
  const before = [...(await reads()), ...(await whileListening(changes))]
  const reported = [
    ...before,
    ...(await reads()),
    ...(await Promise.all(LISTS.map((path) => call('GET', path)))),
  ]
  expect(comparable(reported)).toBe(RECORDED)
})

test('rates of the other kinds change no byte of them', async () => {
  const before = comparable(await reads())
  const days = { '2026-09-25': '777.7777', '2026-09-28': '0.5', '2026-09-29': '999' }
  for (const kind of RATE_KINDS.filter((each) => each !== DEFAULT_KIND))
    for (const currency of currencies()) await publish(ratesApp.run, 'cbsl', currency, days, kind)
  expect(comparable(await reads())).toBe(before)
})
