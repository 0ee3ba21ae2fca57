/*
 * The usual way, as lean as it can be: `node:http`, a pool, and one prepared query for each request, whose result is
 * answered with the same headers. Connection and headers come as JSON in the first argument.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { countingSources } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { connect } from '../../server/database/connection.ts'

const { databaseUrl, headers } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  headers: string[]
}
const { pool } = connect(databaseUrl)

const SOURCES = countingSources('cbsl')

/** The newest rate on or before a day: what was entered before what was published. */
const NEWEST = `
  SELECT date, rate, source FROM (
    (SELECT date, rate, 'manual' AS source, ${SOURCES.indexOf('manual')} AS rank FROM manual_rate
      WHERE currency = $1 AND kind = '${DEFAULT_KIND}' AND date <= $2 AND deleted_at IS NULL ORDER BY date DESC LIMIT 1)
    UNION ALL
    (SELECT date, rate, source, ${SOURCES.indexOf('cbsl')} FROM published_rate
      WHERE source = 'cbsl' AND currency = $1 AND kind = '${DEFAULT_KIND}' AND date <= $2 ORDER BY date DESC LIMIT 1)
  ) found ORDER BY date DESC, rank LIMIT 1`

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const currency = pathname.slice(-3)
  const date = searchParams.get('date') ?? new Date().toISOString().slice(0, 10)
  pool
    .query<{ date: string; rate: string; source: string }>({
      name: 'newest',
      text: NEWEST,
      values: [currency, date],
    })
    .then(({ rows: [row] }) => {
      const data = { currency, target_currency: 'LKR', ...row, rate: Number(row?.rate), requested_date: date }
      const body = JSON.stringify({ data })
      response.writeHead(200, [...headers, 'content-length', String(Buffer.byteLength(body))])
      response.end(body)
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}\nready`)
})
