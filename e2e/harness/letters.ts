import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A letter as its reader gets it. */
export interface ReceivedLetter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The sign-in code, which stands alone on its line; empty where there is none. */
  readonly code: string
  /** The address to press; empty where there is none. */
  readonly link: string
}

/** A mail server that really speaks SMTP and keeps what it takes. */
export interface PostOffice {
  readonly smtpUrl: string
  /** Every letter so far, the oldest first. */
  readonly letters: readonly ReceivedLetter[]
  /** The next letter to an address that was not handed out before; waits for it. */
  next(email: string): Promise<ReceivedLetter>
  close(): Promise<void>
}

/** Opens a mail server on a free port of this machine. */
export async function openPostOffice(): Promise<PostOffice> {
  const letters: ReceivedLetter[] = []
  const taken = new Set<ReceivedLetter>()
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      void simpleParser(stream).then((mail) => {
        letters.push(asReceived(mail))
        done()
        arrivals.emit('letter')
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    letters,
    async next(email) {
      for (;;) {
        const letter = letters.find((each) => each.to === email && !taken.has(each))
        if (letter) {
          taken.add(letter)
          return letter
        }
        await once(arrivals, 'letter')
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

function asReceived(mail: ParsedMail): ReceivedLetter {
  const text = mail.text ?? ''
  return {
    to: [mail.to ?? []]
      .flat()
      .flatMap((each) => each.value)
      .map((each) => each.address ?? '')
      .join(','),
    subject: mail.subject ?? '',
    text,
    html: mail.html || '',
    code: /^(\d{6})$/m.exec(text)?.[1] ?? '',
    link: /https?:\S+#token=\S+/.exec(text)?.[0] ?? '',
  }
}
