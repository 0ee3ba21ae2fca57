import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../context.ts'
import { ApiError } from '../errors.ts'
import { isLoopback } from '../config.ts'
import type { Transport } from './worker.ts'
import { documentPolicy } from '../http/content-policies.ts'
import { escapeHtml } from '../text/html.ts'
import type { Email } from './compose.ts'
import { t } from '../../text/sentences.ts'

const MAX_KEPT = 100

interface KeptEmail extends Email {
  readonly id: number
  readonly sent_at: string
}

export class Mailbox implements Transport {
  private readonly log: FastifyBaseLogger
  private readonly clock: Clock
  private kept: readonly KeptEmail[] = []
  private count = 0

  constructor(log: FastifyBaseLogger, clock: Clock) {
    this.log = log
    this.clock = clock
  }

  get emails(): readonly KeptEmail[] {
    return this.kept
  }

  deliver(email: Email): Promise<void> {
    const kept = { ...email, id: ++this.count, sent_at: this.clock().toISOString() }
    this.kept = [kept, ...this.kept].slice(0, MAX_KEPT)
    const oneLine = email.text.trim().replace(/\n+/g, ' | ')
    this.log.info(
      `No SMTP_URL, so this email stays here. To ${email.to}: ${email.subject} | ${oneLine}`,
    )
    return Promise.resolve()
  }

  close(): void {
    this.kept = []
  }
}

/** Only a proxy adds these headers. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

const STYLE = `
:root{color-scheme:light dark;background:light-dark(#fff,#121212);color:light-dark(#111,#eee)}
a{color:light-dark(#0b57a4,#8fc1ff)}
body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid;padding:1rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:1rem}
iframe{width:100%;height:28rem;border:1px solid;background:Canvas}`

const PAGE_POLICY = documentPolicy(STYLE, ["frame-src 'self'"])
/** Inline styles only; links open in a new tab. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups " +
  "allow-popups-to-escape-sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

/**
 * Serves this machine only. The key refuses clients of a proxy that adds no header, like nginx by
 * default.
 */
export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox, key: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const rightKey = digest(key)
  app.register((part, _options, done) => {
    part.addHook('onRequest', async (request, reply) => {
      // DNS rebinding: a foreign name could resolve to this machine.
      const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
      const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name))
      const sentKey = (request.query as { key?: unknown }).key
      const hasKey = typeof sentKey === 'string' && timingSafeEqual(digest(sentKey), rightKey)
      if (!hasKey || isForwarded || !isLoopback(host))
        throw new ApiError('not_found', t.httpText.notFound)
      reply.header('cache-control', 'no-store')
    })
    part.get('/dev/mailbox.json', () => ({ data: mailbox.emails }))
    part.get('/dev/mailbox', (_request, reply) =>
      reply
        .header('content-security-policy', PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(mailboxPage(mailbox.emails, key)),
    )
    part.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', (request, reply) => {
      const email = mailbox.emails.find(({ id }) => String(id) === request.params.id)
      if (!email) throw new ApiError('not_found', t.httpText.notFound)
      return reply
        .header('content-security-policy', EMAIL_POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(email.html.replace('<head>', '<head><base target="_blank">'))
    })
    done()
  })
}

function mailboxPage(emails: readonly KeptEmail[], key: string): string {
  const shown =
    emails.map((email) => emailArticle(email, key)).join('\n') || '<p>No emails yet.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Development mailbox</title><style>${STYLE}</style></head>
<body><main><h1>Development mailbox</h1>
<p>SMTP_URL is not set: emails stay here, the newest first.
<a href="/dev/mailbox?key=${key}">Reload</a></p>
${shown}
</main></body></html>
`
}

function emailArticle(email: KeptEmail, key: string): string {
  const text = escapeHtml(email.text).replace(
    /https?:\/\/[^\s<]+/g,
    (link) => `<a href="${link}">${link}</a>`,
  )
  return `<article><h2>${escapeHtml(email.subject)}</h2>
<p>To ${escapeHtml(email.to)}, ${escapeHtml(email.sent_at)}</p>
<pre>${text}</pre>
<details><summary>As HTML</summary>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"
 src="/dev/mailbox/${email.id}/html?key=${key}" title="${escapeHtml(email.subject)}"></iframe>
</details></article>`
}
