import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../server/operations/free-port.ts'
import { startTcpServer } from '../process/tcp-proxy.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { codeIn } from './sign-in-users.ts'

export interface ReceivedEmail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly mail: ParsedMail
  readonly raw: string
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

export interface MailServerOptions {
  readonly port?: number
  readonly scope?: Scope
  /** `times`: how often this recipient was named. */
  readonly refuse?: (recipient: string, times: number) => { status: number; words: string } | null
}

export async function startMailServer({ port = 0, scope, refuse }: MailServerOptions = {}) {
  const received: ReceivedEmail[] = []
  const handedOut = new Map<string, number>()
  const times = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      times.set(address, (times.get(address) ?? 0) + 1)
      const no = refuse?.(address, times.get(address) ?? 0)
      done(no ? Object.assign(new Error(no.words), { responseCode: no.status }) : null)
    },
    onData(stream, { envelope }, done) {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const raw = Buffer.concat(chunks)
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          mail: await simpleParser(raw),
          raw: raw.toString('latin1'),
        })
        done()
      })().catch(done) // as when the client cuts the connection off
    },
  })
  // Some tests cut the connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  // It would wait for the connections that its client keeps.
  scope?.defer(() => Promise.race([close(), pause(50)]))
  const emailsTo = (to: string) =>
    received.filter(({ recipients }) => recipients.includes(to)).map(({ mail }) => asRead(mail))
  return {
    port: taken,
    url: smtpUrl(taken),
    received: received as readonly ReceivedEmail[],
    close,
    emailsTo,
    next(to: string) {
      const number = handedOut.get(to) ?? 0
      handedOut.set(to, number + 1)
      return until(`email number ${number + 1} to ${to}`, () => emailsTo(to)[number])
    },
  }
}

function asRead({ subject = '', text = '' }: ParsedMail) {
  return {
    subject,
    text,
    code: codeIn(text) ?? '',
    link: /https?:\S+#token=\S+/.exec(text)?.[0] ?? '',
  }
}

export const smtpUrl = (port: number) => `smtp://127.0.0.1:${port}`

export function startStrangeServer(manner: 'silent' | 'dripping') {
  return startTcpServer((socket) => {
    if (manner === 'silent') return
    const timer = setInterval(() => socket.write('220-still here\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
}

export const deadMailUrl = async (): Promise<string> => smtpUrl(await freePort())
