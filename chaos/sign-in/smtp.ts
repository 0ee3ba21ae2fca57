import { createServer, connect as connectTo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startStrangeServer, type MailServer } from '../../harness/users/mail-server.ts'
import { openMailServer } from '../../harness/users/scoped-mail-server.ts'
import type { Scenario } from '../scenario.ts'
import type { ResponseBody } from '../../harness/load/http-client.ts'
import { codeIn, newNetwork } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, embeddedPostgres } from '../../harness/database/postgres.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const ANSWER_MS = 300
const USERS = 10
const told = (responses: readonly ResponseBody[]) =>
  responses.filter(({ body }) => body.includes('"delayed"')).length

export const smtpDown: Scenario = {
  name: 'smtp-down',
  title: 'the mail server is down; the server is killed with emails waiting; both come back',
  pass: `registering and login answer within ${ANSWER_MS} ms and say so; each message arrives, an expired one never`,
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, mailEnv(port))
    const database = await embeddedPostgres(server.dataDir)
    const first = await requestEmails(server, 'first', USERS)
    await pause(500) // their first attempts have failed by then
    const then = await requestEmails(server, 'then', USERS)
    await asSuperuser(
      database,
      `UPDATE email_outbox SET expires_at = clock_timestamp() + interval '0.2 s'
       FROM app_user u WHERE u.id = user_id AND email = 'first1@example.lk'`,
    )
    await server.kill()
    await server.start()
    const mail = await openMailServer(scope, { port })
    const expected = [...first.emails, ...then.emails].filter((email) => email !== 'first1@example.lk')
    const seconds = await untilArrived(mail, expected)
    const expired = recipients(mail).includes('first1@example.lk')
    const slowest = Math.max(...[...first.responses, ...then.responses].map(({ ms }) => ms))
    const delayed = told(then.responses)
    return {
      figures: `slowest answer ${Math.round(slowest)} ms, ${delayed} of ${then.responses.length} answers told of the delay; ${arrived(mail, expected)} of ${expected.length} emails arrived within ${seconds} s, ${expired ? 'AND the expired one' : 'the expired one did not'}`,
      ok:
        slowest <= ANSWER_MS &&
        delayed === then.responses.length &&
        arrived(mail, expected) === expected.length &&
        !expired,
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
    const { responses, emails } = await requestEmails(server, 'drip', USERS)
    await pause(1000)
    const later = await requestEmails(server, 'later', USERS)
    await strange.close()
    const mail = await openMailServer(scope, { port })
    const expected = [...emails, ...later.emails]
    const seconds = await untilArrived(mail, expected)
    const slowest = Math.max(...[...responses, ...later.responses].map(({ ms }) => ms))
    return {
      figures: `slowest answer ${Math.round(slowest)} ms; ${arrived(mail, expected)} of ${expected.length} emails arrived within ${seconds} s`,
      ok: slowest <= ANSWER_MS && arrived(mail, expected) === expected.length,
    }
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
    const { responses, emails } = await requestEmails(server, 'slow', 2)
    const seconds = await untilArrived(mail, emails, 45)
    const slowest = Math.max(...responses.map(({ ms }) => ms))
    return {
      figures: `slowest answer ${Math.round(slowest)} ms; ${arrived(mail, emails)} of ${emails.length} emails arrived after ${seconds} s`,
      ok: slowest <= ANSWER_MS && arrived(mail, emails) === emails.length,
    }
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
    const { responses, emails } = await requestEmails(server, 'grey', USERS)
    const seconds = await untilArrived(mail, emails)
    const slowest = Math.max(...responses.map(({ ms }) => ms))
    const twice = recipients(mail).length - new Set(recipients(mail)).size
    return {
      figures: `slowest answer ${Math.round(slowest)} ms; ${arrived(mail, emails)} of ${emails.length} emails arrived within ${seconds} s, ${twice} twice`,
      ok: slowest <= ANSWER_MS && arrived(mail, emails) === emails.length && twice === 0,
    }
  },
}

const mailEnv = (port: number) => ({ TRUST_PROXY: 'loopback', SMTP_URL: `smtp://127.0.0.1:${port}` })

/** Registers so many new users, one after the other, which makes a message for each; then asks for a code for each. */
async function requestEmails(server: Server, name: string, count: number) {
  const emails = Array.from({ length: count }, (_, index) => `${name}${index + 1}@example.lk`)
  const responses: ResponseBody[] = []
  for (const email of emails) {
    const body = { name: 'Nimal', email }
    responses.push(await server.http.post('/api/auth/register', body, newNetwork()))
    if (responses.at(-1)?.status !== 201) throw new Error(`Registering failed: ${responses.at(-1)?.body}`)
    responses.push(await server.http.post('/api/auth/login', { email }, newNetwork()))
  }
  return { emails, responses }
}

const recipients = (mail: MailServer) => mail.received.flatMap((message) => message.recipients)

/** How many of these have a message with a code in it. */
function arrived(mail: MailServer, emails: readonly string[]): number {
  const good = mail.received.filter(({ mail: { text } }) => codeIn(text ?? '') !== undefined)
  return emails.filter((email) => good.some((message) => message.recipients.includes(email))).length
}

/** Waits until all have theirs, and a moment longer for what should not come; gives the seconds. */
async function untilArrived(
  mail: MailServer,
  emails: readonly string[],
  timeoutSeconds = 30,
): Promise<string> {
  const begun = performance.now()
  const end = begun + timeoutSeconds * 1000
  while (arrived(mail, emails) < emails.length && performance.now() < end) await pause(50)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  await pause(1500)
  return seconds
}
