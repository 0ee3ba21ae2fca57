import type { InjectOptions } from 'fastify'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FIREFOX } from '../sign-in/sign-in.fixture.ts'
import type { TestApp } from '../testing/test-app.ts'
import * as alerts from '../../contract/alerts.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import * as administration from '../../contract/admin.ts'
import { createSignedInUser } from '../testing/signed-in-user.ts'

/** The options of a call. */
export interface Call extends Pick<InjectOptions, 'headers' | 'payload' | 'remoteAddress'> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** Stands under `errors` instead of its operation. */
  readonly isError?: boolean
}

type Recorded = Record<string, Record<string, Record<string, unknown>>>

/** Calls the application and keeps what it answers, by operation, status and media type. */
export class ResponseRecorder {
  readonly recorded: Recorded = {}
  private readonly test: Pick<TestApp, 'app' | 'deps'>

  constructor(test: Pick<TestApp, 'app' | 'deps'>) {
    this.test = test
  }

  async call(
    endpoint: Endpoint,
    { params = {}, query = '', isError = false, headers, ...rest }: Call = {},
  ): Promise<Record<string, unknown>> {
    const { name = '' } = ALL_ENDPOINTS.find((each) => each.endpoint === endpoint) ?? {}
    const response = await this.test.app.inject({
      method: endpoint.method,
      url: endpoint.url.replace(/:(\w+)/g, (_all, param: string) => String(params[param])) + query,
      // Documentation's own range (RFC 5737).
      remoteAddress: '203.0.113.7',
      headers: { 'user-agent': FIREFOX, ...headers },
      ...rest,
    })
    const [media = ''] = (response.headers['content-type'] ?? '').split(';')
    this.keep(isError ? 'errors' : name, String(response.statusCode), media, response.body)
    return media === 'application/json' ? response.json<Record<string, unknown>>() : {}
  }

  /** Keeps a response, with what differs from run to run made the same. */
  keep(operation: string, status: string, media: string, body: string): void {
    const { dataDir } = this.test.deps.config
    const text = withoutVariance(body).replaceAll(dataDir, '/var/lib/rupee-rates')
    const value: unknown = media === 'application/json' ? JSON.parse(text) : text
    const kept = (this.recorded[operation] ??= {})
    kept[status] = { ...kept[status], [media]: value }
  }
}

const HASH = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'

function withoutVariance(text: string): string {
  return text
    .replace(/"token":"[\w-]+"/, '"token":"example-token"')
    .replace(/(request_id\\*"+:\\*"+)[0-9a-f]{16}/g, '$10123456789abcdef')
    .replace(/\b(?!0{64})[0-9a-f]{64}\b/g, HASH)
    .replace(/("(?:public_key|key|signature)\\*"+:\\*"+)[\w+/=-]+/g, '$1MCowBQYDK2VwAyEA')
    .replace(/("version":)"[\d.]+","megabytes":[\d.]+/, '$1"18.1","megabytes":12.3')
    .replace(/^retry: \d+/m, 'retry: 2000')
}

/** Records what calls about alerts respond with, for an address of its own. */
export async function recordAlerts(test: TestApp, recorder: ResponseRecorder): Promise<void> {
  const email = 'nimal.alerts@example.lk'
  const payload = { email, condition: 'above', currency: 'USD', rate: 310 }
  await recorder.call(alerts.requestAlert, { payload })
  const token = /\/alerts#token=([\w-]+)/.exec(
    JSON.stringify(await receivedEmails(test, email)),
  )?.[1]
  const { data } = await recorder.call(alerts.listAlerts, { payload: { token } })
  const id = (data as { alerts: { id: number }[] }).alerts[0]?.id
  await recorder.call(alerts.confirmAlert, { payload: { token, id } })
  await recorder.call(alerts.addAlert, { payload: { token, condition: 'daily', hour: 10 } })
  await recorder.call(alerts.endAlert, { payload: { token, id } })
  await recorder.call(alerts.openUnsubscribe, { query: '?token=a-token' })
  await recorder.call(alerts.unsubscribe, { query: `?token=${token}` })
}

/** The address that the setting `ADMINS` has to name. */
export const ADMIN = 'admin@example.lk'

/** Records what administration responds with, for users made here. */
export async function recordAdministration(
  test: TestApp,
  recorder: ResponseRecorder,
): Promise<void> {
  const { db, deps, owner, clock } = test
  const at = clock.now()
  const made = (name: string, address: string) =>
    createSignedInUser(db, deps.secretKey, name, address, at)
  const headers = { authorization: `Bearer ${(await made('Sanduni Silva', ADMIN)).token}` }
  const { id } = await made('Kamala Fernando', 'kamala@example.lk')
  const other = await made('Nobody', 'nobody@example.com')
  await owner
    .updateTable('app_user')
    .set({ approved_at: null })
    .where('id', 'in', [id, other.id])
    .execute()
  const payload = { email: 'ruwan@example.lk' }
  await recorder.call(administration.inviteUser, { headers, payload })
  await recorder.call(administration.listUsers, { headers, query: '?state=waiting&search=kamala' })
  await recorder.call(administration.approveUser, { headers, params: { id } })
  await recorder.call(administration.endUserAccess, { headers, params: { id } })
  await recorder.call(administration.suspendUser, { headers, params: { id } })
  await recorder.call(administration.unsuspendUser, { headers, params: { id } })
  await recorder.call(administration.rejectUser, { headers, params: { id: other.id } })
  const hourAgo = new Date(at.getTime() - 3_600_000)
  const tomorrow = new Date(at.getTime() + 86_400_000)
  await db
    .insertInto('rate_feed_state')
    .values({
      feed: 'cbsl',
      last_try_at: hourAgo,
      last_success_at: hourAgo,
      failure: null,
      next_try_at: tomorrow,
    })
    .execute()
  await recorder.call(administration.installationState, { headers })
  await recorder.call(administration.withdrawInvitation, { headers, payload })
  await recorder.call(administration.requestImport, { headers })
}
