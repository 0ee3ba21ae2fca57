import { setTimeout as pause } from 'node:timers/promises'
import { asSuperuser, countOf } from '../harness/database/postgres.ts'
import { storing } from '../harness/database/store-facts.ts'
import { check, figure, none, type Figure } from '../harness/figure.ts'
import type { ResponseBody } from '../harness/load/http-client.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import { until } from '../harness/until.ts'
import { smtpUrl, startMailServer, type MailServer } from '../harness/users/mail-server.ts'
import { newNetwork } from '../harness/users/sign-in-users.ts'
import { freePort } from '../server/operations/free-port.ts'

const USERS = 10

export const smtpDown: Scenario = {
  title: 'the mail server is down; the server is killed with emails waiting; both come back',
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, { SMTP_URL: smtpUrl(port) })
    const first = await requestEmails(server, 'first')
    await pause(500) // their first attempts have failed by then
    const second = await requestEmails(server, 'second')
    const [expired, ...others] = [...first, ...second]
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
    const reported = second.filter(({ responses }) =>
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

interface Requested {
  readonly email: string
  readonly responses: readonly ResponseBody[]
}

async function requestEmails({ http }: Server, name: string): Promise<Requested[]> {
  const requested: Requested[] = []
  for (let number = 1; number <= USERS; number++) {
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

async function arrivalOf(mail: MailServer, requested: readonly Requested[]): Promise<Figure[]> {
  const hasCode = ({ email }: Requested) => mail.emailsTo(email).some(({ code }) => code !== '')
  const arrived = () => requested.filter(hasCode).length
  const haveArrived = () => arrived() === requested.length
  await until('emails', haveArrived, { timeoutMs: 30_000, everyMs: 50 }).catch(() => undefined)
  await pause(1500)
  const answers = requested.flatMap(({ responses }) => responses.map(({ ms }) => ms))
  return [
    check('registering and login answer', answers, 'ms', { atMost: 300 }),
    none(`of ${requested.length} emails that did not arrive`, requested.length - arrived()),
  ]
}

const ALERTS = 1000
const KILLS_AT = [150, 450, 800]

export const alertLoss: Scenario = {
  title: `${ALERTS} alerts fire at once; the server is killed while it writes them and ${KILLS_AT.length} times while it sends them`,
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, { SMTP_URL: smtpUrl(port) })
    const database = await server.database()
    await asSuperuser(database, CONFIRMED_ALERTS, [ALERTS])
    await asSuperuser(database, RATE)
    const alerts = `SELECT count(*) FROM email_outbox WHERE purpose = 'alert'`
    const someAlerts = async () => (await countOf(database, alerts)) || false
    const written = await until('an alert is written', someAlerts, { everyMs: 5 })
    await server.kill()
    const mail = await startMailServer({ scope, port })
    const begun = performance.now()
    for (const count of [...KILLS_AT, ALERTS]) {
      await server.start()
      await asSuperuser(database, RELEASED)
      const haveArrived = () => idsByRecipient(mail).size >= count
      await until('emails', haveArrived, { timeoutMs: 40_000, everyMs: 2 }).catch(() => undefined)
      if (count < ALERTS) await server.kill()
    }
    const seconds = (performance.now() - begun) / 1000
    // For what should not come.
    await pause(1000)
    const ids = idsByRecipient(mail)
    return [
      figure('written when the server was killed first', written, ''),
      figure('all have arrived after', seconds, 's'),
      none('lost', ALERTS - ids.size),
      figure('sent twice', mail.received.length - ids.size, ''),
      none('sent under two Message-IDs', [...ids.values()].filter(({ size }) => size > 1).length),
    ]
  },
}

const CONFIRMED_ALERTS = `WITH subscriber AS (
     INSERT INTO alert_subscriber (email, mailbox)
     SELECT 'alert' || n || '@example.lk', n FROM generate_series(1, $1::int) n RETURNING id)
   INSERT INTO alert_rule
     (subscriber_id, condition, currency, kind, rate, created_at, confirmed_at, armed, seen_version)
   SELECT id, 'above', 'USD', 'indicative', 310, now(), now(), true, 0 FROM subscriber`

const RATE =
  storing(`SELECT 'USD' AS currency, 'indicative' AS kind, 'manual' AS source, 311 AS rate,
  (now() AT TIME ZONE 'Asia/Colombo')::date AS date`)

/** Makes interrupted and failed emails due now instead of in a minute. */
const RELEASED =
  'UPDATE email_outbox SET lease_until = NULL, next_attempt_at = now() WHERE details IS NOT NULL'

function idsByRecipient({
  received,
}: MailServer): ReadonlyMap<string, ReadonlySet<string | undefined>> {
  const byRecipient = Map.groupBy(received, ({ recipients }) => recipients.join())
  return new Map(
    [...byRecipient].map(([to, same]) => [to, new Set(same.map(({ mail }) => mail.messageId))]),
  )
}
