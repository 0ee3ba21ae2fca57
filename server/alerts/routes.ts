import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/alerts.ts'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import { addressIn } from '../../contract/language.ts'
import { keptRate } from '../../contract/values.ts'
import {
  FIELDS_OF_CONDITION,
  firstState,
  MAX_ALERTS,
  type AlertRule,
  type AlertState,
} from '../../domain/alerts/alert-rule.ts'
import { unitsFields } from '../../domain/currency.ts'
import { mailboxOf } from '../../domain/identity/account.ts'
import { toWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import type { Transaction } from '../database/schema.ts'
import { mailboxKey, takeFromNetwork, takeFromStrangers } from '../email/budgets.ts'
import { queueEmail, type EmailDependencies } from '../email/outbox.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { RequestContext } from '../identity/actor.ts'
import { RETENTION_DAYS } from '../config.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { confirmationDetails } from './email.ts'
import {
  hasAllAlerts,
  lockAlert,
  lockSubscriberOfLink,
  readAlerts,
  type StoredAlert,
  type Subscriber,
  confirmAlert,
  deleteAlert,
  deleteByUnsubscribeToken,
  insertAlert,
  lockSubscriber,
  takeConfirmation,
} from './store-alerts.ts'
import { readSituation, viewRates, type AlertView } from './read-situation.ts'

/** Hides if an email was sent, which takes longer. */
const REQUEST_MS = 150

type AlertList = ResponseBody<typeof contract.listAlerts>

type Deps = EmailDependencies & RateContext

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, snapshot } = deps
  const view = () => viewRates(snapshot(), clock())

  serve(app, contract.requestAlert, async ({ body, request }) => {
    const requested = requestAlert({ deps, request, now: clock() }, body, view())
    await Promise.allSettled([requested, pause(REQUEST_MS)])
    await requested
    deps.wakeEmailWorker()
    return { message: t.alertsText.requested }
  })

  serve(app, contract.listAlerts, ({ body }) => change(body.token, () => Promise.resolve()))

  serve(app, contract.addAlert, ({ body: { token, ...fields } }) =>
    change(token, async (trx, { id }) => {
      const rule = readRule(fields)
      const state = firstStateNow(rule, view())
      const options = { language: fields.language, now: clock(), confirmed: true }
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

  async function change(
    token: string,
    act: (trx: Transaction, subscriber: Subscriber) => Promise<void>,
  ): Promise<AlertList> {
    return deps.db.transaction().execute(async (trx) => {
      const subscriber = await lockSubscriberOfLink(trx, token, clock())
      if (!subscriber) throw new ApiError('link_dead', t.alertsText.linkDead)
      await act(trx, subscriber)
      const alerts = await readAlerts(trx, subscriber.id)
      return { data: { email: subscriber.email, alerts: alerts.map(alertResponse) } }
    })
  }
}

/** RFC 8058. */
function unsubscribeRoutes(app: FastifyInstance, { db, clock, config }: Deps): void {
  void app.register((scope, _options, done) => {
    // Mail programs send different forms; the token is in the query.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) =>
      parsed(null),
    )
    serve(scope, contract.unsubscribe, async ({ query }) => {
      await deleteByUnsubscribeToken(db, query.token, clock())
      return { message: t.alertsText.unsubscribed }
    })
    // Scanners use GET, which must end nothing.
    serve(scope, contract.openUnsubscribe, ({ query: { token, language }, reply }) => {
      const page = addressIn(language, `/alerts#unsubscribe=${encodeURIComponent(token)}`)
      return reply.header('cache-control', 'no-store').redirect(config.publicUrl + page, 303)
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

const CONFIRMATION_MS = RETENTION_DAYS.unverified * 86_400_000
const MOST_OTHER_SPELLINGS = 3

function readRule(
  body: Omit<CheckedInput<typeof contract.addAlert>['body'], 'token' | 'language'>,
): AlertRule {
  const { condition, currency, kind, publisher, rate, units, percent, hour } = body
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  return {
    condition,
    series:
      uses.has('currency') && currency !== undefined ? seriesOf(currency, kind, publisher) : null,
    rate: uses.has('rate') && rate && currency ? (keptRate(currency, rate, units) ?? rate) : null,
    move: uses.has('percent') && percent !== undefined ? Math.round(percent * 100) : null,
    hour: uses.has('hour') ? (hour ?? null) : null,
  }
}

function firstStateNow(rule: AlertRule, view: AlertView): AlertState {
  const nothingSeen = { armed: true, seenDay: null, seenVersion: 0, sentOn: null }
  return firstState(rule, readSituation({ rule, state: nothingSeen }, view))
}

/** One confirmation per address and day, whose link confirms later alerts too. */
async function requestAlert(
  context: RequestContext,
  { email, language, ...fields }: CheckedInput<typeof contract.requestAlert>['body'],
  view: AlertView,
): Promise<void> {
  const { now } = context
  const { db, secretKey } = context.deps
  await countRequest(context)
  const rule = readRule(fields)
  const mailbox = mailboxKey(secretKey, email)
  await db.transaction().execute(async (trx) => {
    const { id } = await lockSubscriber(trx, email, mailbox)
    await insertAlert(trx, id, rule, firstStateNow(rule, view), { language, now, confirmed: false })
    const since = new Date(now.getTime() - CONFIRMATION_MS)
    const most = mailboxOf(email) === email ? MOST_OTHER_SPELLINGS + 1 : MOST_OTHER_SPELLINGS
    if (!(await takeConfirmation(trx, { id, mailbox, most }, since, now))) return
    const expiresAt = new Date(now.getTime() + CONFIRMATION_MS)
    const details = confirmationDetails(rule, language, context)
    await queueEmail(
      trx,
      { userId: null, subscriberId: id, purpose: 'alert confirmation', details, expiresAt },
      now,
    )
  })
}

/** Counts before it reads the address. Throws 429. */
async function countRequest(context: RequestContext): Promise<void> {
  const wait =
    (await takeFromNetwork(context, 'alert network')) ??
    (await takeFromStrangers(context.deps.db, context, 'alert requests'))
  if (wait === null) return
  throw new ApiError(
    'too_many_requests',
    t.alertsText.tooManyRequests({ wait: waitInWords(wait) }),
    { retryAfter: wait },
  )
}

const tooManyAlerts = () => new ApiError('conflict', t.alertsText.tooMany({ most: MAX_ALERTS }))
