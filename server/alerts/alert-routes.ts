import { unitsFields } from '../../domain/currency.ts'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/alerts.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { addressIn } from '../../contract/language.ts'
import { toWire } from '../../domain/money.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { withMinimumTime } from '../identity/minimum-time.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { deleteByUnsubscribeToken, findSubscriber } from './alert-link-queries.ts'
import {
  confirmAlert,
  deleteAlert,
  hasAllAlerts,
  lockAlert,
  insertAlert,
  readAlerts,
  type StoredAlert,
  type Subscriber,
} from './alert-queries.ts'
import { viewOf } from './alert-situation.ts'
import { firstStateNow, requestAlert, ruleOf, tooManyAlerts } from './request-alert.ts'
import { t } from '../../text/sentences.ts'

/** A request for an address that gets an email is more work than one for another. */
const REQUEST_MS = 150

type AlertList = ResponseBody<typeof contract.listAlerts>

type Deps = EmailDependencies & RateDependencies

/** Requesting an alert, and the links of its emails: whoever reads the mailbox is its owner. */
export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, publicRates } = deps
  const view = () => viewOf(publicRates.snapshot(), clock())

  serve(app, contract.requestAlert, async ({ body, request }) => {
    await withMinimumTime(requestAlert({ deps, request, now: clock() }, body, view()), REQUEST_MS)
    deps.wakeEmailWorker()
    return { message: t.alertsText.requested }
  })

  serve(app, contract.listAlerts, ({ body }) => change(body.token, () => Promise.resolve()))

  serve(app, contract.addAlert, ({ body: { token, ...given } }) =>
    change(token, async (trx, { id }) => {
      const rule = ruleOf(given)
      const state = firstStateNow(rule, view())
      const options = { language: given.language, now: clock(), confirmed: true }
      if (await hasAllAlerts(trx, id)) throw tooManyAlerts()
      await insertAlert(trx, id, rule, state, options)
    }),
  )

  serve(app, contract.confirmAlert, ({ body }) =>
    change(body.token, async (trx, { id }) => {
      const alert = await lockAlert(trx, id, body.id)
      if (!alert) throw new ApiError('not_found', t.alertsText.ended)
      if (!alert.confirmed && (await hasAllAlerts(trx, id))) throw tooManyAlerts()
      await confirmAlert(trx, alert.id, firstStateNow(alert.rule, view()), clock())
    }),
  )

  serve(app, contract.endAlert, ({ body }) =>
    change(body.token, (trx, { id }) => deleteAlert(trx, id, body.id)),
  )

  unsubscribeRoutes(app, deps)

  /** Acts for whoever has the link, in one transaction, and responds with the alerts of then. */
  async function change(
    token: string,
    act: (trx: Transaction, subscriber: Subscriber) => Promise<void>,
  ): Promise<AlertList> {
    return deps.db.transaction().execute(async (trx) => {
      const subscriber = await findSubscriber(trx, token, clock(), { holds: true })
      if (!subscriber) throw new ApiError('link_dead', t.alertsText.linkDead)
      await act(trx, subscriber)
      const alerts = await readAlerts(trx, subscriber.id)
      return { data: { email: subscriber.email, alerts: alerts.map(alertResponse) } }
    })
  }
}

/** The address in the header of every email of an alert (RFC 8058). */
function unsubscribeRoutes(app: FastifyInstance, { db, clock, config }: Deps): void {
  void app.register((scope, _options, done) => {
    // Mail programs send one form or another; the token says everything.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) =>
      parsed(null),
    )
    serve(scope, contract.unsubscribe, async ({ query }) => {
      await deleteByUnsubscribeToken(db, query.token, clock())
      return { message: t.alertsText.unsubscribed }
    })
    // Programs that open the address instead, such as scanners, end nothing.
    serve(scope, contract.openUnsubscribe, ({ query: { token, language }, reply }) => {
      const page = addressIn(language, `/alerts#unsubscribe=${encodeURIComponent(token)}`)
      return reply
        .header('cache-control', 'no-store')
        .redirect(config.publicUrl + page, 303) as never
    })
    done()
  })
}

function alertResponse({
  id,
  rule,
  language,
  createdAt,
  confirmed,
}: StoredAlert): AlertList['data']['alerts'][number] {
  const { condition, series, rate, move, hour } = rule
  return {
    id,
    condition,
    currency: series?.currency ?? null,
    kind: series?.kind ?? null,
    ...(series?.publisher && { publisher: series.publisher }),
    rate: rate === null ? null : toWire(rate),
    ...(rate !== null && series && unitsFields(series.currency)),
    percent: move === null ? null : move / 100,
    hour,
    language,
    created_at: createdAt.toISOString(),
    confirmed,
  }
}
