import type { Language } from '../../contract/language.ts'
import { escapeHtml } from '../text/html.ts'

/** An email as it leaves: one recipient, and the same content twice. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /**
   * Where a POST ends what the email is one of many of (RFC 8058); shown by mail programs as a
   * button.
   */
  readonly unsubscribe?: string
}

/** A part of an email: words, something to copy, or a link to press. */
export type Paragraph =
  string | { readonly code: string } | { readonly link: string; readonly words: string }

/**
 * Sets the same paragraphs as plain text, in which a code or link stands alone on its line, and as
 * HTML.
 */
export function composeEmail(
  to: string,
  language: Language,
  subject: string,
  paragraphs: readonly Paragraph[],
): Email {
  return {
    to,
    subject,
    text: `${paragraphs.map(asText).join('\n\n')}\n`,
    html: page(language, subject, paragraphs.map(asHtml).join('\n')),
  }
}

function asText(paragraph: Paragraph): string {
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

/**
 * No colours, pictures or style sheet of its own: every program shows it, in its light or dark
 * face.
 */
function page(language: Language, title: string, content: string): string {
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
