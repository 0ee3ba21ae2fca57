import { evaluateAlert } from '../../domain/alerts/alert-rule.ts'
import { newestVersion } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { queueEmail } from '../email/outbox.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { alertDetails } from './email.ts'
import { claimAlerts, readConfirmedAlerts, storeState, type StoredAlert } from './store-alerts.ts'
import { readCorrections, readSituation, viewRates, type AlertView } from './read-situation.ts'

const READ_AT_ONCE = 1000
const WRITTEN_AT_ONCE = 100
/** Older rates are no news. */
const EMAIL_LIFE_MS = 86_400_000

/** State and email change in one transaction. A server whose book is not the newest stops. */
export async function sendDueAlerts(deps: RateContext): Promise<number> {
  const { db, clock, liveRateBook } = deps
  let fired = 0
  for (let after = 0; liveRateBook.loaded;) {
    const alerts = await readConfirmedAlerts(db, after, READ_AT_ONCE)
    const last = alerts.at(-1)
    if (!last) break
    after = last.id
    const { book } = liveRateBook
    const { version } = book
    const corrections = await readCorrections(db, book, alerts)
    const view = viewRates(
      { book, calendar: book.holidays.calendar },
      clock(),
      corrections,
      version,
    )
    const changing = alerts.filter((alert) => changes(alert, view)).map(({ id }) => id)
    for (let from = 0; from < changing.length; from += WRITTEN_AT_ONCE) {
      const ids = changing.slice(from, from + WRITTEN_AT_ONCE)
      const written = await db.transaction().execute((trx) => writeAlerts(trx, ids, view))
      if (written === null) return fired
      fired += written
    }
  }
  return fired
}

function changes(alert: StoredAlert, view: AlertView): boolean {
  return evaluateAlert(alert.rule, alert.state, readSituation(alert, view)).state !== alert.state
}

async function writeAlerts(
  trx: Transaction,
  ids: readonly number[],
  view: AlertView,
): Promise<number | null> {
  const alerts = await claimAlerts(trx, ids)
  // Checked under the locks: their last holder may have known a newer rate.
  if ((await newestVersion(trx)) !== view.version) return null
  let fired = 0
  for (const alert of alerts) {
    const { fires, state } = evaluateAlert(alert.rule, alert.state, readSituation(alert, view))
    if (state === alert.state) continue
    await storeState(trx, alert.id, state)
    if (!fires) continue
    fired++
    await queueEmail(
      trx,
      {
        userId: null,
        subscriberId: alert.subscriberId,
        alertId: alert.id,
        purpose: 'alert',
        details: alertDetails(alert, view),
        expiresAt: new Date(view.now.getTime() + EMAIL_LIFE_MS),
      },
      view.now,
    )
  }
  return fired
}
