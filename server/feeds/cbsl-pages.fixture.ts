import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByCurrency, Currency } from '../../domain/currency.ts'
import { cbslRows, fromRecorded } from './feed-server.fixture.ts'
import { currenciesOn, labelOn, type CbslPage } from './cbsl-page.ts'

export type PageRow = readonly [date: string, ...values: string[]]

export type PageRows = ByCurrency<readonly PageRow[]>

const four = (value: number) => value.toFixed(4)

export const indicativeRow = (date: string, rate: number): PageRow => [
  date,
  four(rate),
  four(1 / rate),
]

/** 1.4 % below and above the indicative rate: no TT rate of these days is recorded. */
export const ttRow = (date: string, rate: number): PageRow => [
  date,
  four(rate * 0.986),
  four(rate * 1.014),
]

/** A page of the Central Bank, laid out as it was in July 2026. */
export function cbslPage(page: CbslPage, rows: PageRows): string {
  const sections = Object.entries(rows).map(([currency, ownRows = []]) => {
    const label = labelOn(page, currency as Currency)
    const titles =
      page === 'tt'
        ? ['Date', 'Buy Rate (LKR)', 'Sell Rate (LKR)']
        : ['Date', `1 ${currency} -&gt; LKR`, `1 LKR -&gt; ${currency}`]
    const head = titles.map((title) => `<th>${title}</th>`).join('')
    const body = ownRows.map(
      (row) => `<tr>${row.map((value) => `<td> ${value} </td>`).join('')}</tr>\n`,
    )
    return `<h2 id="LOOKUPS_IEXE0101"> ${label} </h2>
<div class="table-responsive"><table class="table rates"><thead><tr>
${head}</tr></thead><tbody>
${body.join('')}</tbody></table></div>
`
  })
  return `<html><body>\n<h2>Exchange Rates</h2>\n${sections.join('')}</body></html>\n`
}

export function recordedRows(page: CbslPage, from: string, to: string): PageRows {
  const rowOf = page === 'tt' ? ttRow : indicativeRow
  const rowsOf = (currency: Currency) =>
    cbslRows(new URLSearchParams({ base: currency, from, to })).map(({ date, rate }) =>
      rowOf(date, rate),
    )
  return Object.fromEntries(currenciesOn(page).map((each) => [each, rowsOf(each)])) as never
}

export interface PageRequest {
  readonly page: CbslPage
  readonly form: URLSearchParams
  readonly userAgent: string | undefined
  /** In milliseconds of the process's clock. */
  readonly at: number
}

/**
 * Answers the Central Bank's two forms, and Frankfurter's `/rates`, as recorded. `pageOf` returns a
 * page of the requested rows, or responds itself and returns undefined.
 */
export function cbslAndFrankfurter(
  requests: PageRequest[],
  pageOf: (page: CbslPage, rows: PageRows, response: ServerResponse) => string | undefined = (
    page,
    rows,
  ) => cbslPage(page, rows),
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'POST') {
      fromRecorded(request, response)
      return
    }
    const page = request.url === '/exratestt/exrates_resultstt.php' ? 'tt' : 'indicative'
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      requests.push({ page, form, userAgent: request.headers['user-agent'], at: performance.now() })
      const rows = recordedRows(page, form.get('txtStart') ?? '', form.get('txtEnd') ?? '')
      const html = pageOf(page, rows, response)
      if (html !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    })
  }
}
