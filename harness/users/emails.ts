import { until } from '../until.ts'
import { startMailServer } from './mail-server.ts'
import { codeIn } from './sign-in-users.ts'

/** A message as its reader gets it. */
export interface ReadEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The sign-in code, which stands alone on its line; empty where there is none. */
  readonly code: string
  /** The address to press; empty where there is none. */
  readonly link: string
}

/** A mail server that really speaks SMTP, and hands out what it takes. */
export type EmailService = Awaited<ReturnType<typeof startEmail>>

/** Opens a mail server on a free port of this machine. */
export async function startEmail() {
  const server = await startMailServer()
  const handedOut = new Map<string, number>()
  /** Every message to an address so far, the oldest first. */
  const emailsTo = (to: string): readonly ReadEmail[] =>
    server.received
      .filter(({ recipients }) => recipients.includes(to))
      .map(({ mail: { subject = '', text = '' } }) => {
        const link = /https?:\S+#token=\S+/.exec(text)?.[0] ?? ''
        return { to, subject, text, code: codeIn(text) ?? '', link }
      })
  return {
    smtpUrl: server.url,
    emailsTo,
    /** The next message to an address that was not handed out before; waits for it. */
    next(email: string): Promise<ReadEmail> {
      const number = handedOut.get(email) ?? 0
      handedOut.set(email, number + 1)
      return until(`message number ${number + 1} to ${email}`, () => emailsTo(email)[number])
    },
    close: () => server.close(),
  }
}
