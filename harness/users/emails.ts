import { vi } from 'vitest'
import { startMailServer } from './mail-server.ts'

/** A message as its reader gets it. */
export interface ReceivedEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The sign-in code, which stands alone on its line; empty where there is none. */
  readonly code: string
  /** The address to press; empty where there is none. */
  readonly link: string
}

/** A mail server that really speaks SMTP, and hands out what it takes. */
export interface EmailService {
  readonly smtpUrl: string
  /** Every message to an address so far, the oldest first. */
  emailsTo(email: string): readonly ReceivedEmail[]
  /** The next message to an address that was not handed out before; waits for it. */
  next(email: string): Promise<ReceivedEmail>
  close(): Promise<void>
}

/** Opens a mail server on a free port of this machine. */
export async function startEmail(): Promise<EmailService> {
  const server = await startMailServer()
  const handedOut = new Map<string, number>()
  const emailsTo = (email: string) =>
    server.received
      .filter(({ recipients }) => recipients.includes(email))
      .map(({ mail }) => asRead(email, mail.subject ?? '', mail.text ?? ''))
  return {
    smtpUrl: server.url,
    emailsTo,
    async next(email) {
      const before = handedOut.get(email) ?? 0
      handedOut.set(email, before + 1)
      const arrived = () => {
        const message = emailsTo(email)[before]
        if (!message) throw new Error(`No message number ${before + 1} has reached ${email}`)
        return message
      }
      return vi.waitFor(arrived, { interval: 20 })
    },
    close: () => server.close(),
  }
}

function asRead(to: string, subject: string, text: string): ReceivedEmail {
  return {
    to,
    subject,
    text,
    code: /^(\d{6})$/m.exec(text)?.[1] ?? '',
    link: /https?:\S+#token=\S+/.exec(text)?.[0] ?? '',
  }
}
