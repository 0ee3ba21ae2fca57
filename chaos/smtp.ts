import { setTimeout as pause } from 'node:timers/promises'
import { asSuperuser } from '../harness/database/postgres.ts'
import { check, none, type Figure } from '../harness/figure.ts'
import type { ResponseBody } from '../harness/load/http-client.ts'
import { join, startTcpServer, toPort } from '../harness/process/tcp-proxy.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { until } from '../harness/until.ts'
import { smtpUrl, startMailServer, type MailServer } from '../harness/users/mail-server.ts'
import { newNetwork } from '../harness/users/sign-in-users.ts'
import { freePort } from '../server/operations/free-port.ts'

const USERS = 10

const startServer = (scope: Scope, mailPort: number) =>
  Server.start(scope, { SMTP_URL: smtpUrl(mailPort) })

export const smtpDown: Scenario = {
  title: 'the mail server is down; the server is killed with emails waiting; both come back',
  async run(scope) {
    const port = await freePort()
    const server = await startServer(scope, port)
    const first = await requestEmails(server, 'first')
    await pause(500) // their first attempts have failed by then
    const then = await requestEmails(server, 'then')
    const [expired, ...others] = [...first, ...then]
    await asSuperuser(
      await server.database(),
      `UPDATE email_outbox SET expires_at = clock_timestamp() + interval '0.2 s'
       FROM app_user u WHERE u.id = user_id AND email = $1`,
      [expired!.email],
    )
    await server.kill()
    await server.start()
    const mail = await startMailServer({ scope, port })
    const arrived = await arrivalOf(mail, others)
    const reported = then.filter(({ responses }) =>
      responses.every(({ body }) => body.includes('"delayed"')),
    )
    return [
      ...arrived,
      none(
        'expired emails that arrived',
        recipients(mail).filter((to) => to === expired!.email).length,
      ),
      check('of 10 users informed of the delay', reported.length, '', { atLeast: USERS }),
    ]
  },
}

export const smtpSlow: Scenario = {
  title: 'a mail server that takes 15 s to greet',
  async run(scope) {
    const mail = await startMailServer({ scope })
    const slow = await startTcpServer((client) => {
      setTimeout(() => join(client, toPort(mail.port)()), 15_000).unref()
    })
    scope.defer(() => slow.close())
    return arrivalOf(
      mail,
      await requestEmails(await startServer(scope, slow.port), 'slow', 2),
      45_000,
    )
  },
}

export const smtp451: Scenario = {
  title: 'the mail server says 451 (greylisting) to the first two attempts for each address',
  async run(scope) {
    const refuse = (_recipient: string, times: number) =>
      times <= 2 ? { status: 451, words: '4.7.1 Greylisted' } : null
    const mail = await startMailServer({ scope, refuse })
    const arrived = await arrivalOf(
      mail,
      await requestEmails(await startServer(scope, mail.port), 'grey'),
    )
    return [
      ...arrived,
      none('sent twice', recipients(mail).length - new Set(recipients(mail)).size),
    ]
  },
}

/** Somebody who has registered, which makes a message, and asked for a code. */
interface Requested {
  readonly email: string
  readonly responses: readonly ResponseBody[]
}

/** So many new users, one after the other. */
async function requestEmails({ http }: Server, name: string, count = USERS): Promise<Requested[]> {
  const requested: Requested[] = []
  for (let number = 1; number <= count; number++) {
    const email = `${name}${number}@example.lk`
    const registered = await http.post('/api/auth/register', { name: 'Nimal', email }, newNetwork())
    if (registered.status !== 201) throw new Error(`Registering failed: ${registered.body}`)
    requested.push({
      email,
      responses: [registered, await http.post('/api/auth/login', { email }, newNetwork())],
    })
  }
  return requested
}

const recipients = (mail: MailServer) => mail.received.flatMap((message) => message.recipients)

/**
 * Waits until all have a message with a code in it, and a moment longer for what should not come.
 */
async function arrivalOf(
  mail: MailServer,
  requested: readonly Requested[],
  timeoutMs = 30_000,
): Promise<Figure[]> {
  const hasCode = ({ email }: Requested) => mail.emailsTo(email).some(({ code }) => code !== '')
  const arrived = () => requested.filter(hasCode).length
  const look = () => arrived() === requested.length
  await until('emails', look, { timeoutMs, everyMs: 50 }).catch(() => undefined)
  await pause(1500)
  const answers = requested.flatMap(({ responses }) => responses.map(({ ms }) => ms))
  return [
    check('registering and login answer', answers, 'ms', { atMost: 300 }),
    none(`of ${requested.length} emails that did not arrive`, requested.length - arrived()),
  ]
}
