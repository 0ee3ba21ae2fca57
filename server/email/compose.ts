import { addressIn, type Language } from '../../contract/language.ts'
import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { escapeHtml } from '../text/html.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** RFC 8058. */
  readonly unsubscribe?: string
}

export interface Origin {
  readonly device: string
  readonly ip: string
  readonly at: string
}

export type Paragraph =
  string | { readonly code: string } | { readonly words: string; readonly link: string }

export function composeEmail(
  to: string,
  language: Language,
  subject: string,
  paragraphs: readonly Paragraph[],
): Email {
  return {
    to,
    subject,
    text: `${paragraphs.map(renderText).join('\n\n')}\n`,
    html: htmlPage(language, subject, paragraphs.map(asHtml).join('\n')),
  }
}

function renderText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? paragraph.code : `${paragraph.words}:\n${paragraph.link}`
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph) return `<p style="${CODE_STYLE}">${escapeHtml(paragraph.code)}</p>`
  const address = escapeHtml(paragraph.link)
  return (
    `<p><a href="${address}" ` +
    `style="font-weight:bold">${escapeHtml(paragraph.words)}</a><br><span ` +
    `style="font-size:13px;word-break:break-all">${address}</span></p>`
  )
}

const CODE_STYLE =
  'font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:bold;' +
  'letter-spacing:6px;margin:24px 0'

/** No colours or pictures, so that mail programs apply their light or dark theme. */
function htmlPage(language: Language, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:520px">
${content}
</div>
</body>
</html>
`
}

export function greeting(language: Language, name: string): string {
  const { named, unnamed } = textIn(language).greeting
  return name === '' ? unnamed : named({ name })
}

/** Uses the configured origin, never the request's. */
export function screenUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  language: Language,
  path: string,
): string {
  return publicUrl + addressIn(language, path)
}

export function timeText(language: Language, instant: Date): string {
  return textIn(language).emailTimes.time({ time: timeInColombo(instant) })
}

export function originPlaces(language: Language, { device, ip, at }: Origin) {
  const instant = new Date(at)
  const moment = textIn(language).emailTimes.moment({
    date: dayInColombo(instant),
    time: timeInColombo(instant),
  })
  return { device, ip, moment }
}
