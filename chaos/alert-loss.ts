import { storing } from '../harness/database/store-facts.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { asSuperuser, countOf, type SuperuserAccess } from '../harness/database/postgres.ts'
import { figure, none } from '../harness/figure.ts'
import { Server } from '../harness/process/restartable-server.ts'
import { smtpUrl, startMailServer, type MailServer } from '../harness/users/mail-server.ts'
import { until } from '../harness/until.ts'
import { freePort } from '../server/operations/free-port.ts'
import type { Scenario } from '../harness/scenario.ts'

const ALERTS = 1000
/** The server is killed when so many emails have arrived. */
const KILLS_AT = [150, 450, 800]
const TIMEOUT_MS = 40_000

export const alertLoss: Scenario = {
  title: `${ALERTS} alerts fire at once; the server is killed while it writes them and ${KILLS_AT.length} times while it sends them`,
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, { SMTP_URL: smtpUrl(port) })
    const database = await server.database()
    await asSuperuser(database, CONFIRMED_ALERTS, [ALERTS])
    await asSuperuser(database, RATE)
    const written = await untilWritten(database)
    await server.kill()
    const mail = await startMailServer({ scope, port })
    const begun = performance.now()
    for (const count of [...KILLS_AT, ALERTS]) {
      await server.start()
      await asSuperuser(database, RELEASED)
      await untilArrived(mail, count)
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

/** As many addresses with a confirmed alert each. */
const CONFIRMED_ALERTS = `WITH subscriber AS (
     INSERT INTO alert_subscriber (email, mailbox)
     SELECT 'alert' || n || '@example.lk', n FROM generate_series(1, $1::int) n RETURNING id)
   INSERT INTO alert_rule
     (subscriber_id, condition, currency, kind, rate, created_at, confirmed_at, armed, seen_version)
   SELECT id, 'above', 'USD', 'indicative', 310, now(), now(), true, 0 FROM subscriber`

/** The rate that fires them all. */
const RATE =
  storing(`SELECT 'USD' AS currency, 'indicative' AS kind, 'manual' AS source, 311 AS rate,
  (now() AT TIME ZONE 'Asia/Colombo')::date AS date`)

/**
 * What waiting a minute would do: frees what the killed process was sending, and what failed while
 * there was no mail server.
 */
const RELEASED =
  'UPDATE email_outbox SET lease_until = NULL, next_attempt_at = now() WHERE details IS NOT NULL'

/** Waits for the first emails in the outbox; gives how many there are. */
function untilWritten(database: SuperuserAccess): Promise<number> {
  const written = `SELECT count(*) FROM email_outbox WHERE purpose = 'alert'`
  return until('an alert is written', async () => (await countOf(database, written)) || false, {
    everyMs: 5,
  })
}

/** Waits until emails to so many addresses have arrived, or the time is over. */
async function untilArrived(mail: MailServer, count: number): Promise<void> {
  const look = () => idsByRecipient(mail).size >= count
  await until('emails', look, { timeoutMs: TIMEOUT_MS, everyMs: 2 }).catch(() => undefined)
}

/** The Message-IDs that each has got. */
function idsByRecipient({
  received,
}: MailServer): ReadonlyMap<string, ReadonlySet<string | undefined>> {
  const byRecipient = Map.groupBy(received, ({ recipients }) => recipients.join())
  return new Map(
    [...byRecipient].map(([to, same]) => [to, new Set(same.map(({ mail }) => mail.messageId))]),
  )
}
