import { createTransport } from 'nodemailer'
import { isLoopback } from '../config.ts'
import type { Clock } from '../context.ts'
import { Refusal, type Transport } from './worker.ts'
import type { Email } from './compose.ts'

/** In ms. Slow servers get more time at later attempts. */
const TIMEOUT = {
  first: { silence: 3000, deadline: 6000 },
  later: { silence: 20_000, deadline: 40_000 },
}
const CONNECTIONS = 6

interface SmtpSettings {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly publicUrl: string
  readonly clock: Clock
}

export function smtpTransport(settings: SmtpSettings, timeout = TIMEOUT): Transport {
  const { first, later } = timeout
  const pools = {
    first: connectionPool(settings.smtpUrl, first.silence),
    later: connectionPool(settings.smtpUrl, later.silence),
  }
  const domain = new URL(settings.publicUrl).hostname
  return {
    async deliver(email, { reference, number }) {
      const attempt = number === 1 ? 'first' : 'later'
      try {
        await pools[attempt].sendMail({
          ...message(email, settings),
          messageId: `<email.${reference}@${domain}>`,
          signal: AbortSignal.timeout(timeout[attempt].deadline),
        })
      } catch (error) {
        throw deliveryError(error)
      }
    },
    close() {
      for (const pool of Object.values(pools)) pool.close({ force: true })
    },
  }
}

function connectionPool(smtpUrl: string, silence: number) {
  const { username, hostname } = new URL(smtpUrl)
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    // The outbox retries, and outlives this process.
    maxRequeues: 0,
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
    dnsTimeout: silence,
    // Never sends a password unencrypted.
    requireTLS: username !== '' && !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function message(email: Email, { mailFrom, clock }: SmtpSettings) {
  return {
    from: mailFrom,
    // An object is not parsed, so no second recipient can be injected.
    to: { name: '', address: email.to },
    envelope: { from: /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom, to: [email.to] },
    subject: email.subject,
    text: email.text,
    html: email.html,
    date: clock(),
    // RFC 3834: no out-of-office answers.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(email.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${email.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Drops the server's words, which may quote the email. */
function deliveryError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown error')
  const reported = (name: string) =>
    name in error ? String((error as unknown as Record<string, unknown>)[name]) : ''
  const [code, status, command] = [reported('code'), reported('responseCode'), reported('command')]
  const words = [code || error.name, status, command]
    .filter((word) => word !== '' && word !== 'undefined')
    .join(' ')
  const permanent = /^5\d\d$/.test(status) && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return permanent ? new Refusal(words) : new Error(words)
}
