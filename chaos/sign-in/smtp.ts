import { createServer, connect as connectTo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startStrangeServer, type MailServer } from '../../harness/users/mail-server.ts'
import { openMailServer } from '../../harness/users/scoped-mail-server.ts'
import type { Scenario } from '../scenario.ts'
import type { ResponseBody } from '../../harness/load/http-client.ts'
import { codeIn, newNetwork } from '../../harness/users/sign-in-users.ts'
import { asSuperuser } from '../../harness/database/postgres.ts'
import { until } from '../../harness/until.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const ANSWER_MS = 300
const USERS = 10
const EXPIRED = 'first1@example.lk'

export const smtpDown: Scenario = {
  name: 'smtp-down',
  title: 'the mail server is down; the server is killed with emails waiting; both come back',
  pass: `registering and login answer within ${ANSWER_MS} ms and say so; each message arrives, an expired one never`,
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, mailEnv(port))
    const first = await requestEmails(server, 'first', USERS)
    await pause(500) // their first attempts have failed by then
    const then = await requestEmails(server, 'then', USERS)
    await asSuperuser(
      await server.database(),
      `UPDATE email_outbox SET expires_at = clock_timestamp() + interval '0.2 s'
       FROM app_user u WHERE u.id = user_id AND email = $1`,
      [EXPIRED],
    )
    await server.kill()
    await server.start()
    const mail = await openMailServer(scope, { port })
    const { words, ok } = await arrivalOf(mail, [...first, ...then], { without: EXPIRED })
    const expired = recipients(mail).includes(EXPIRED)
    const delayed = then.filter(({ responses }) => responses.every(({ body }) => body.includes('"delayed"')))
    return {
      figures: `${words}, ${expired ? 'AND the expired one' : 'the expired one did not'}; ${delayed.length} of ${then.length} users were told of the delay`,
      ok: ok && delayed.length === then.length && !expired,
    }
  },
}

export const smtpDrip: Scenario = {
  name: 'smtp-drip',
  title: 'the mail server drips one greeting line after another without an end, then behaves',
  pass: `registering answers within ${ANSWER_MS} ms; the emails arrive once it behaves`,
  async run(scope) {
    const strange = await startStrangeServer('dripping')
    scope.defer(() => strange.close())
    const port = Number(new URL(strange.url).port)
    const server = await Server.start(scope, mailEnv(port))
    const first = await requestEmails(server, 'drip', USERS)
    await pause(1000)
    const later = await requestEmails(server, 'later', USERS)
    await strange.close()
    const { words, ok } = await arrivalOf(await openMailServer(scope, { port }), [...first, ...later])
    return { figures: words, ok }
  },
}

export const smtpSlow: Scenario = {
  name: 'smtp-slow',
  title: 'a mail server that takes 15 s to greet',
  pass: `registering answers within ${ANSWER_MS} ms; the message arrives all the same`,
  async run(scope) {
    const mail = await openMailServer(scope)
    const behind = Number(new URL(mail.url).port)
    const slow = createServer((socket) => {
      socket.on('error', () => undefined)
      setTimeout(() => {
        const onwards = connectTo(behind, '127.0.0.1').on('error', () => undefined)
        socket.pipe(onwards).pipe(socket)
      }, 15_000).unref()
    })
    const port = await freePort()
    await new Promise<void>((resolve) => slow.listen(port, '127.0.0.1', resolve))
    scope.defer(() => slow.close())
    const server = await Server.start(scope, mailEnv(port))
    const { words, ok } = await arrivalOf(mail, await requestEmails(server, 'slow', 2), {
      timeoutSeconds: 45,
    })
    return { figures: words, ok }
  },
}

export const smtp451: Scenario = {
  name: 'smtp-451',
  title: 'the mail server says 451 (greylisting) to the first two attempts for each address',
  pass: `registering answers within ${ANSWER_MS} ms; every message arrives, once`,
  async run(scope) {
    const mail = await openMailServer(scope, {
      refuse: (_recipient, times) => (times <= 2 ? { status: 451, words: '4.7.1 Greylisted' } : null),
    })
    const server = await Server.start(scope, mailEnv(Number(new URL(mail.url).port)))
    const { words, ok } = await arrivalOf(mail, await requestEmails(server, 'grey', USERS))
    const twice = recipients(mail).length - new Set(recipients(mail)).size
    return { figures: `${words}, ${twice} twice`, ok: ok && twice === 0 }
  },
}

const mailEnv = (port: number) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` })

/** Somebody who has registered, which makes a message, and asked for a code. */
interface Requested {
  readonly email: string
  readonly responses: readonly ResponseBody[]
}

/** So many new users, one after the other. */
async function requestEmails(server: Server, name: string, count: number): Promise<Requested[]> {
  const requested: Requested[] = []
  for (let number = 1; number <= count; number++) {
    const email = `${name}${number}@example.lk`
    const registered = await server.http.post('/api/auth/register', { name: 'Nimal', email }, newNetwork())
    if (registered.status !== 201) throw new Error(`Registering failed: ${registered.body}`)
    const login = await server.http.post('/api/auth/login', { email }, newNetwork())
    requested.push({ email, responses: [registered, login] })
  }
  return requested
}

const recipients = (mail: MailServer) => mail.received.flatMap((message) => message.recipients)

/** Waits until all (`without`: but one) have a message with a code in it, and a moment longer for what should not come. */
async function arrivalOf(
  mail: MailServer,
  requested: readonly Requested[],
  { timeoutSeconds = 30, without = '' } = {},
) {
  const expected = requested.filter(({ email }) => email !== without)
  const arrived = () => {
    const good = mail.received.filter(({ mail: { text } }) => codeIn(text ?? '') !== undefined)
    return expected.filter(({ email }) => good.some((message) => message.recipients.includes(email))).length
  }
  const begun = performance.now()
  const look = () => arrived() === expected.length
  await until('emails', look, { timeoutMs: timeoutSeconds * 1000, everyMs: 50 }).catch(() => undefined)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  await pause(1500)
  const slowest = Math.max(...requested.flatMap(({ responses }) => responses.map(({ ms }) => ms)))
  return {
    words: `slowest answer ${Math.round(slowest)} ms; ${arrived()} of ${expected.length} emails arrived within ${seconds} s`,
    ok: slowest <= ANSWER_MS && arrived() === expected.length,
  }
}
