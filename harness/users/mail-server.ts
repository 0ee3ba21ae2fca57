import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** An email as it came in: the envelope that decides who gets it, and what is in it. */
export interface ReceivedEmail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly mail: ParsedMail
  readonly raw: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedEmail[]
  close(): Promise<void>
}

export interface MailServerOptions {
  /** 0 takes any free port. */
  readonly port?: number
  /** Says why a recipient is refused, as status and words; asked with how often that recipient has been named. */
  readonly refuse?: (recipient: string, times: number) => { status: number; words: string } | null
}

/** A real SMTP server on this machine that keeps what it takes. */
export async function startMailServer({ port = 0, refuse }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = []
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
  // A client that cuts its connection off is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export interface StrangeServer {
  readonly url: string
  /** How many connections came, and how many of them are open. */
  readonly connections: { came: number; open: number }
  close(): Promise<void>
}

/** A server that takes connections and then says nothing, or drips one greeting line after another without an end. */
export async function startStrangeServer(manner: 'silent' | 'dripping'): Promise<StrangeServer> {
  const sockets = new Set<Socket>()
  const connections = { came: 0, open: 0 }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    connections.came++
    connections.open++
    const drip = () => socket.write('220-still here\r\n')
    const timer = manner === 'dripping' ? setInterval(drip, 20) : undefined
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      connections.open--
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** An address at which nothing listens. */
export async function deadMailUrl(): Promise<string> {
  const server = await startStrangeServer('silent')
  await server.close()
  return server.url
}
