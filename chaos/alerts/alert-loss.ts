import { setTimeout as pause } from 'node:timers/promises'
import { asSuperuser, countOf, type SuperuserAccess } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import type { MailServer } from '../../harness/users/mail-server.ts'
import { openMailServer } from '../../harness/users/scoped-mail-server.ts'
import { until } from '../../harness/until.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scenario } from '../scenario.ts'

const ALERTS = 1000
/** The server is killed when so many emails have arrived. */
const KILLS_AT = [150, 450, 800]
const TIMEOUT_MS = 40_000

export const alertLoss: Scenario = {
  name: 'alert-loss',
  title: `${ALERTS} alerts fire at once; the server is killed while it writes them and ${KILLS_AT.length} times while it sends them`,
  pass: 'every alert is sent; one that is sent twice has the same Message-ID',
  async run(scope) {
    const port = await freePort()
    const server = await Server.start(scope, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const database = await server.database()
    await confirmAlerts(database)
    await enterRate(database)
    const written = await untilWritten(database)
    await server.kill()
    const mail = await openMailServer(scope, { port })
    const begun = performance.now()
    for (const count of [...KILLS_AT, ALERTS]) {
      await server.start()
      await releaseEmails(database)
      await untilArrived(mail, count)
      if (count < ALERTS) await server.kill()
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    // For what should not come.
    await pause(1000)
    const ids = idsByRecipient(mail)
    const repeated = mail.received.length - ids.size
    const renamed = [...ids.values()].filter(({ size }) => size > 1).length
    return {
      figures: `${written} of ${ALERTS} were written when the server was killed first; ${ids.size} of ${ALERTS} arrived within ${seconds} s, ${ALERTS - ids.size} lost; ${repeated} sent twice, ${renamed} of them under another Message-ID`,
      ok: ids.size === ALERTS && renamed === 0,
    }
  },
}

/** As many addresses with a confirmed alert each. */
async function confirmAlerts(database: SuperuserAccess): Promise<void> {
  await asSuperuser(
    database,
    `WITH subscriber AS (
       INSERT INTO alert_subscriber (email, mailbox)
       SELECT 'alert' || n || '@example.lk', n FROM generate_series(1, $1::int) n RETURNING id)
     INSERT INTO alert_rule
       (subscriber_id, condition, currency, kind, rate, created_at, confirmed_at, armed, seen_version)
     SELECT id, 'above', 'USD', 'indicative', 310, now(), now(), true, 0 FROM subscriber`,
    [ALERTS],
  )
}

/** The rate that fires them all. */
async function enterRate(database: SuperuserAccess): Promise<void> {
  await asSuperuser(
    database,
    `INSERT INTO manual_rate (currency, kind, date, rate, created_at, updated_at)
     VALUES ('USD', 'indicative', (now() AT TIME ZONE 'Asia/Colombo')::date, 311, now(), now())`,
  )
}

/** Waits for the first emails in the outbox; gives how many there are. */
function untilWritten(database: SuperuserAccess): Promise<number> {
  const written = `SELECT count(*) FROM email_outbox WHERE purpose = 'alert'`
  return until('an alert is written', async () => (await countOf(database, written)) || false, { everyMs: 5 })
}

/** What waiting a minute would do: frees what the killed process was sending, and what failed while there was no mail server. */
async function releaseEmails(database: SuperuserAccess): Promise<void> {
  await asSuperuser(
    database,
    'UPDATE email_outbox SET lease_until = NULL, next_attempt_at = now() WHERE encrypted IS NOT NULL',
  )
}

/** Waits until emails to so many addresses have arrived, or the time is over. */
async function untilArrived(mail: MailServer, count: number): Promise<void> {
  const look = () => idsByRecipient(mail).size >= count
  await until('emails', look, { timeoutMs: TIMEOUT_MS, everyMs: 2 }).catch(() => undefined)
}

function idsByRecipient(mail: MailServer): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const {
    recipients,
    mail: { messageId = '' },
  } of mail.received) {
    const recipient = recipients.join()
    ids.set(recipient, (ids.get(recipient) ?? new Set()).add(messageId))
  }
  return ids
}
