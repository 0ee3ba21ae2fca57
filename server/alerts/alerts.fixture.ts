import { sql } from 'kysely'
import * as contract from '../../contract/alerts.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { clearRates } from '../testing/store-rates.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Email } from '../email/compose.ts'
import { sendDueAlerts } from './send-due.ts'

/** Returns the token of an email's link to its alerts. */
export const manageTokenIn = ({ text }: Pick<Email, 'text'>): string =>
  /\/alerts#token=([\w-]+)$/m.exec(text)?.[1] ?? ''

/** Begins a test without alerts, with these published rates of the US dollar, at noon in Colombo. */
export async function beginWithRates(testApp: TestApp, rates: Readonly<Record<string, string>>) {
  await receivedEmails(testApp)
  // Forgets the emails of earlier tests.
  testApp.deps.mailbox?.close()
  await testApp.db.deleteFrom('alert_subscriber').execute()
  // An entry is never of an earlier instant than the one before it: those of other tests are old.
  await sql`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_no_change`.execute(testApp.owner)
  await sql`UPDATE public.audit_entry SET created_at = '2020-01-01'`.execute(testApp.owner)
  await sql`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change`.execute(
    testApp.owner,
  )
  testApp.clock.set('2026-09-29T06:30:00Z')
  await clearRates(testApp.db, testApp.clock.now())
  await publish(testApp, 'cbsl', 'USD', rates)
}

/** Every call about alerts, each from a network of its own. */
export function alertCalls(testApp: TestApp) {
  const request = (body: object, visitor = new Visitor(testApp)) =>
    visitor.send(contract.requestAlert, body)
  const list = (token: string) => new Visitor(testApp).send(contract.listAlerts, { token })
  const add = (token: string, rule: object) =>
    new Visitor(testApp).send(contract.addAlert, { token, ...rule })
  const confirm = (token: string, id: number) =>
    new Visitor(testApp).send(contract.confirmAlert, { token, id })
  const end = (token: string, id: number) =>
    new Visitor(testApp).send(contract.endAlert, { token, id })
  /** Confirmations that `confirmed` has used, by their text. */
  const used = new Set<string>()
  const emailsTo = async (email: string) =>
    (await receivedEmails(testApp, email)).filter(({ text }) => !used.has(text))
  return {
    request,
    list,
    add,
    confirm,
    end,
    emailsTo,
    /** Confirms this alert of an address. Returns the token of the email, which is then ignored. */
    async confirmed(email: string, rule: object): Promise<string> {
      await request({ email, ...rule })
      const first = (await emailsTo(email)).find((each) => manageTokenIn(each) !== '')
      if (!first) throw new Error(`No email to ${email}`)
      const token = manageTokenIn(first)
      const { body } = await list(token)
      await confirm(token, body.data.alerts[0]?.id ?? 0)
      used.add(first.text)
      return token
    },
    /** Returns the subjects of the emails of the alerts that fire now. */
    async fired(): Promise<string[]> {
      const before = (await receivedEmails(testApp)).length
      await sendDueAlerts(testApp.deps)
      return (await receivedEmails(testApp)).slice(before).map(({ subject }) => subject)
    },
  }
}
