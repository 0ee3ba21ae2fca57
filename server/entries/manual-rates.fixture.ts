import { afterAll } from 'vitest'
import type { currentRate } from '../../contract/rates/rates.ts'
import type {
  deleteManualRate,
  recentRates,
  recordManualRate,
  restoreManualRate,
} from '../../contract/entries.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser, type SignedInUser } from '../testing/signed-in-user.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { startTestApp } from '../testing/test-app.ts'
import { clearRates, STORED } from '../testing/store-rates.ts'
import { publish } from '../rates/published-rates.fixture.ts'

export const usd = {
  date: '2026-09-29',
  base_currency: 'USD',
  target_currency: 'LKR',
  rate: 301.25,
}

export interface Change {
  readonly from: number | null
  readonly to: number | null
  readonly [other: string]: unknown
}

export async function startRatesApp(env: Record<string, string> = {}) {
  const run = await startTestApp({ env: { RATE_FEED: 'cbsl', ...env } })
  const nimal = await signedInUser(run, 'Nimal Perera')
  const kumari = await signedInUser(run, 'Kumari Silva')
  await publish(run, 'cbsl', 'USD', { '2026-09-28': '300.9', '2026-09-29': '301.1' })
  const url = '/api/exchange-rate'
  const { headers } = nimal
  return {
    run,
    nimal,
    kumari,
    post: (payload: object, more: Record<string, string> = {}, who: SignedInUser = nimal) =>
      run.post<typeof recordManualRate>(`${url}/manual`, payload, { ...who.headers, ...more }),
    remove: (id: number) =>
      sendRequest<typeof deleteManualRate>(run, {
        method: 'DELETE',
        url: `${url}/manual/${id}`,
        headers,
      }),
    restore: (id: number) =>
      run.post<typeof restoreManualRate>(`${url}/manual/${id}/restore`, undefined, headers),
    recent: (query = '') => run.get<typeof recentRates>(`${url}/recent${query}`, headers),
    current: async (date: string) =>
      (await run.get<typeof currentRate>(`${url}/current/USD?date=${date}`)).body.data,
    trail: async () =>
      (await shownEntries(run.db)).filter(
        ({ action, description }) => action.includes('exchange rate') && description !== STORED,
      ),
    liveRows: () =>
      run.db
        .selectFrom('fact_state')
        .selectAll()
        .where('source', '=', 'manual')
        .where('ended', 'is', null)
        .execute(),
    clear: async () => {
      await clearRates(run.db, run.clock.now(), ['manual'])
      await run.owner.deleteFrom('fact_state').where('ended', 'is not', null).execute()
    },
  }
}
export type RatesApp = Awaited<ReturnType<typeof startRatesApp>>

/** Closes the app after the last test of a file. */
export async function ratesAppOfFile(env?: Record<string, string>): Promise<RatesApp> {
  const ratesApp = await startRatesApp(env)
  afterAll(() => ratesApp.run.close())
  return ratesApp
}
