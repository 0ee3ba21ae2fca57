import { encode } from 'uqr'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import type { Translation } from '../../text/translation.ts'
import type { Config } from '../config.ts'
import { cspSource, documentPolicy } from '../http/security-headers.ts'
import * as en from '../text/en/certificate.ts'
import * as si from '../text/si/certificate.ts'
import * as ta from '../text/ta/certificate.ts'
import { escapeHtml } from '../text/html.ts'
import { colour } from '../text/page-styles.ts'

type Sentences = Translation<typeof en>

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, si, ta }

type Cited = ResponseBody<typeof citedRate>['data']

/** Paper is white. */
const STYLES = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;padding:24px;background:${colour('page')};color:${colour('on-page')}}
main{box-sizing:border-box;max-width:45rem;margin:0 auto;padding:32px;border:1px solid ${colour('line')};border-radius:16px;background:${colour('surface')}}
h1{margin:0 0 8px;font-size:22px}
strong{display:block;margin:16px 0;font-size:clamp(26px,7vw,40px);line-height:1.2;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:4px 20px;margin:16px 0}
dt,p{color:${colour('muted')}}
dd{margin:0;overflow-wrap:anywhere}
code{font:14px/1.4 ui-monospace,monospace}
figure{display:flex;flex-wrap:wrap;gap:20px;align-items:center;margin:24px 0 0}
figcaption{flex:1 1 16rem;font-size:14px;color:${colour('muted')}}
svg{width:10rem;height:10rem;background:#fff}
a{color:${colour('accent')}}
nav{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;margin:24px 0 0}
nav a{padding:10px 0}
button{min-height:44px;padding:0 20px;border:1px solid ${colour('line-strong')};border-radius:10px;background:none;color:inherit;font:inherit;cursor:pointer}
@media screen and (max-width:34rem){body{padding:8px}main{padding:20px}strong{font-size:6.4vw;white-space:nowrap}dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 8px}}
@page{size:A4;margin:18mm}
@media print{:root{color-scheme:light}body{padding:0;background:none}main{max-width:none;padding:0;border:0}nav{display:none}svg{width:38mm;height:38mm}}`.replaceAll(
  '\n',
  '',
)

/** Shows the button, which is of no use where no scripts run. */
const SCRIPT = `const b=document.querySelector('button');b.hidden=false;b.onclick=()=>print()`

/** What the page may do: be styled and printed by what stands in it, and have the product's icon. */
export const CERTIFICATE_POLICY = documentPolicy(STYLES, [
  "img-src 'self'",
  `script-src ${cspSource(SCRIPT)}`,
])

interface Issue extends Pick<Config, 'providerName' | 'publicUrl'> {
  readonly language: Language
  /** Of its own address, without the question mark. */
  readonly query: string
  readonly issuedAt: Date
}

/** A page of A4 that says a rate, who issued it and when, its audit entry, and its address as text and as a QR code. */
export function certificatePage(
  cited: Cited & { readonly rate: number },
  { language, query, providerName, publicUrl, issuedAt }: Issue,
): string {
  const sentences = SENTENCES[language]
  const { certificateText: text, formatDay } = sentences
  const { currency, date, rate } = cited
  const address = publicUrl + addressIn(language, `/rates/${currency}/${date}${queryOf(cited)}`)
  const facts: readonly (readonly [name: string, html: string])[] = [
    [text.issuer, `${escapeHtml(providerName)}, ${escapeHtml(publicUrl)}`],
    [text.issued, colomboTime(issuedAt, sentences)],
    ...factsOf(cited, sentences).map(([name, value]) => [name, escapeHtml(value)] as const),
    [text.entry, cited.entry ? text.number(cited.entry.id) : text.noEntry],
    ...(cited.entry ? [[text.hash, `<code>${cited.entry.hash}</code>`] as const] : []),
    [text.address, `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`],
  ]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${text.title}: ${currency}, ${formatDay(date)} · ${providerName}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}"><link rel="icon" href="/favicon.svg"><style>${STYLES}</style></head><body><main>`,
    `<h1>${text.title}</h1><strong>${text.rate(currency, formatRate(fromWire(rate)))}</strong><dl>`,
    ...facts.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`),
    `</dl><figure>${qrCode(address, text.code(address))}<figcaption>${text.check}</figcaption></figure>`,
    `<nav><button hidden>${text.print}</button>${languageLinks(cited, language, query)}</nav>`,
    `</main><script>${SCRIPT}</script></body></html>`,
  ].join('')
}

/** The same certificate in the other languages. */
function languageLinks({ currency, date }: Cited, language: Language, query: string): string {
  const path = `/rates/${currency}/${date}/certificate${query && `?${query}`}`
  return LANGUAGES.filter((each) => each !== language)
    .map((each) => {
      const href = escapeHtml(addressIn(each, path))
      return `<a href="${href}" lang="${each}" hreflang="${each}">${LANGUAGE_NAMES[each]}</a>`
    })
    .join('')
}

function factsOf(cited: Cited, sentences: Sentences): [string, string][] {
  const { certificateText: text, formatDay, shownUser } = sentences
  const { currency, kind = DEFAULT_KIND, date, source, since, schedule, entered_by: user } = cited
  const time = (instant: string) => colomboTime(new Date(instant), sentences)
  return [
    [text.currency, `${sentences.CURRENCY_NAMES[currency]} (${currency})`],
    [text.kind, sentences.KIND_NAMES[kind]],
    [text.day, sentences.formatWeekdayAndDay(date)],
    ...(schedule
      ? ([
          [text.effect, text.span(formatDay(schedule.first_day), formatDay(schedule.last_day))],
          [text.gazette, schedule.gazette],
        ] satisfies [string, string][])
      : []),
    ...optional(text.source, source && sentences.SOURCE_NAMES[source]),
    ...optional(text.enteredBy, user && shownUser(user)),
    ...optional(source === 'manual' ? text.entered : text.fetched, since && time(since)),
    ...optional(text.knownOn, cited.known_at && time(cited.known_at)),
  ]
}

const optional = (name: string, text: string | null): [string, string][] =>
  text === null ? [] : [[name, text]]

const colomboTime = (at: Date, { certificateText, formatDay }: Sentences) =>
  certificateText.time(`${formatDay(dayInColombo(at))} ${timeInColombo(at)}`)

/** What the page of the cited rate is told of it, as known then where an instant was given: web/currency/history-queries.ts reads it. */
function queryOf({ kind, known_at: at }: Cited): string {
  const known = at === null ? null : new Date(at)
  const query = [
    ...(kind === undefined ? [] : [`kind=${kind}`]),
    ...(known ? [`known_at=${dayInColombo(known)}T${timeInColombo(known)}`] : []),
  ].join('&')
  return query && `?${query}`
}

/** A text as a QR code that a sixth may be missing of, with the empty margin that readers need. */
function qrCode(text: string, label: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${escapeHtml(label)}" shape-rendering="crispEdges"><path fill="#000" d="${dark.join('')}"/></svg>`
}
