import { createHash } from 'node:crypto'
import { encode } from 'uqr'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { dayInColombo, formatDay, formatWeekdayAndDay, timeInColombo } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { certificateText as TEXT } from '../text/en/certificate.ts'
import { escapeHtml } from '../text/html.ts'

type Cited = ResponseBody<typeof citedRate>['data']

/** The colours are those of web/ui/tokens.css, which this page does not load. Paper is white. */
const STYLES = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;padding:24px;background:light-dark(#f5f3ee,#0b1619);color:light-dark(#10262b,#e8eeec)}
main{box-sizing:border-box;max-width:45rem;margin:0 auto;padding:32px;border:1px solid light-dark(#dcd7cb,#24383d);border-radius:16px;background:light-dark(#fff,#122126)}
h1{margin:0 0 8px;font-size:22px}
strong{display:block;margin:16px 0;font-size:clamp(26px,7vw,40px);line-height:1.2;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:4px 20px;margin:16px 0}
dt,p{color:light-dark(#52666a,#9bb0b1)}
dd{margin:0;overflow-wrap:anywhere}
code{font:14px/1.4 ui-monospace,monospace}
figure{display:flex;flex-wrap:wrap;gap:20px;align-items:center;margin:24px 0 0}
figcaption{flex:1 1 16rem;font-size:14px;color:light-dark(#52666a,#9bb0b1)}
svg{width:10rem;height:10rem;background:#fff}
a{color:light-dark(#0c5a62,#7dd0cc)}
button{min-height:44px;margin:24px 0 0;padding:0 20px;border:1px solid light-dark(#8b979a,#6d8488);border-radius:10px;background:none;color:inherit;font:inherit;cursor:pointer}
@media screen and (max-width:34rem){body{padding:8px}main{padding:20px}strong{font-size:6.4vw;white-space:nowrap}dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 8px}}
@page{size:A4;margin:18mm}
@media print{:root{color-scheme:light}body{padding:0;background:none}main{max-width:none;padding:0;border:0}button{display:none}svg{width:38mm;height:38mm}}`.replaceAll(
  '\n',
  '',
)

/** Shows the button, which is of no use where no scripts run. */
const SCRIPT = `const b=document.querySelector('button');b.hidden=false;b.onclick=()=>print()`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may do: be styled and printed by what stands in it, and nothing else. */
export const CERTIFICATE_POLICY = [
  "default-src 'none'",
  `style-src ${sha256(STYLES)}`,
  `script-src ${sha256(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Issue {
  readonly providerName: string
  readonly publicUrl: string
  readonly issuedAt: Date
}

/** A page of A4 that says a rate, who issued it and when, its audit entry, and its address as text and as a QR code. */
export function certificatePage(
  cited: Cited & { readonly rate: number },
  { providerName, publicUrl, issuedAt }: Issue,
): string {
  const { currency, rate } = cited
  const address = publicUrl + addressOf(cited)
  const facts: readonly (readonly [name: string, html: string])[] = [
    [TEXT.issuer, `${escapeHtml(providerName)}, ${escapeHtml(publicUrl)}`],
    [TEXT.issued, colomboTime(issuedAt)],
    ...factsOf(cited).map(([name, text]) => [name, escapeHtml(text)] as const),
    [TEXT.entry, cited.entry ? TEXT.number(cited.entry.id) : TEXT.noEntry],
    ...(cited.entry ? [[TEXT.hash, `<code>${cited.entry.hash}</code>`] as const] : []),
    [TEXT.address, `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`],
  ]
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${TEXT.title}: ${currency}, ${formatDay(cited.date)} · ${providerName}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}"><style>${STYLES}</style></head><body><main>`,
    `<h1>${TEXT.title}</h1><strong>${TEXT.rate(currency, formatRate(fromWire(rate)))}</strong><dl>`,
    ...facts.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`),
    `</dl><figure>${qrCode(address)}<figcaption>${TEXT.check}</figcaption></figure>`,
    `<button hidden>${TEXT.print}</button></main><script>${SCRIPT}</script></body></html>`,
  ].join('')
}

function factsOf(cited: Cited): [string, string][] {
  const { currency, kind = DEFAULT_KIND, date, source, since, schedule } = cited
  return [
    [TEXT.currency, `${CURRENCY_NAMES[currency]} (${currency})`],
    [TEXT.kind, KIND_NAMES[kind]],
    [TEXT.day, formatWeekdayAndDay(date)],
    ...(schedule
      ? ([
          [TEXT.effect, TEXT.span(formatDay(schedule.first_day), formatDay(schedule.last_day))],
          [TEXT.gazette, schedule.gazette],
        ] satisfies [string, string][])
      : []),
    ...optional(TEXT.source, source && SOURCE_NAMES[source]),
    ...optional(TEXT.enteredBy, cited.entered_by),
    ...optional(source === 'manual' ? TEXT.entered : TEXT.fetched, since && colomboTime(new Date(since))),
    ...optional(TEXT.knownOn, cited.known_at && colomboTime(new Date(cited.known_at))),
  ]
}

const optional = (name: string, text: string | null): [string, string][] =>
  text === null ? [] : [[name, text]]

const colomboTime = (at: Date) => TEXT.time(`${formatDay(dayInColombo(at))} ${timeInColombo(at)}`)

/** The page of the cited rate, as known then where an instant was given: web/currency/history-queries.ts reads it. */
function addressOf({ currency, date, kind, known_at: at }: Cited): string {
  const known = at === null ? null : new Date(at)
  const query = [
    ...(kind === undefined ? [] : [`kind=${kind}`]),
    ...(known ? [`known_at=${dayInColombo(known)}T${timeInColombo(known)}`] : []),
  ].join('&')
  return `/rates/${currency}/${date}${query && `?${query}`}`
}

/** A text as a QR code that a sixth may be missing of, with the empty margin that readers need. */
function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${escapeHtml(TEXT.code(text))}" shape-rendering="crispEdges"><path fill="#000" d="${dark.join('')}"/></svg>`
}
