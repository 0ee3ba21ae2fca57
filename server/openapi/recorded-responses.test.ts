import { rowsOf } from '../testing/import-rows.ts'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import * as account from '../../contract/account.ts'
import * as accessToken from '../../contract/access-token.ts'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import * as auditTrail from '../../contract/audit-log.ts'
import * as calendar from '../../contract/calendar.ts'
import { bankBoard, bankBoardCsv } from '../../contract/rates/bank-board.ts'
import { rateBoard } from '../../contract/rates/rate-history.ts'
import * as rates from '../../contract/rates/rates.ts'
import * as health from '../../contract/system.ts'
import * as manualRate from '../../contract/entries.ts'
import * as history from '../../contract/rates/rate-history.ts'
import * as rateChange from '../../contract/entry-changes.ts'
import * as frankfurter from '../../contract/frankfurter.ts'
import * as integrations from '../../contract/integrations.ts'
import * as periods from '../../contract/periods.ts'
import * as policies from '../../contract/policies.ts'
import { checkRates } from '../../contract/rate-check.ts'
import { valueBalances } from '../../contract/rate-value.ts'
import * as rateImport from '../../contract/imports.ts'
import * as signIn from '../../contract/sign-in.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { handleErrors } from '../http/error-handler.ts'
import { t } from '../../text/sentences.ts'
import { ApiError } from '../errors.ts'
import { DoubtfulRates } from '../rates/doubtful-rates.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { atOnce, newestSecrets } from '../sign-in/sign-in.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  ADMIN,
  recordAdministration,
  recordAlerts,
  ResponseRecorder,
} from './response-recorder.fixture.ts'

const email = 'nimal@example.lk'
// Policies belong to administrators.
const test = await testAppOfFile({ env: { RATE_FEED: 'cbsl', ADMINS: `${ADMIN},${email}` } })
const recorder = new ResponseRecorder(test)
await publish(test, 'cbsl', 'USD', {
  '2026-09-25': '300.4',
  '2026-09-28': '300.9',
  '2026-09-29': '301.1',
})

const json = { 'content-type': 'application/json' }

/** Signs up, in and out again; gives the headers of a session. */
async function recordSignIn(): Promise<{ authorization: string }> {
  await recorder.call(signIn.register, { payload: { name: 'Nimal Perera', email } })
  const first = await newestSecrets(test, email)
  await recorder.call(signIn.inspectLink, { payload: { token: first.link } })
  const { token: other } = await recorder.call(signIn.redeemLink, {
    payload: { token: first.link },
  })
  test.clock.turn(61)
  await recorder.call(signIn.requestCode, { payload: { email } })
  const { code } = await newestSecrets(test, email)
  const { token } = await recorder.call(signIn.verifyCode, { payload: { email, otp: code } })
  await recorder.call(signIn.checkUser, { payload: { email } })
  const headers = { authorization: `Bearer ${String(token)}` }
  await recorder.call(signIn.readUser, { headers })
  await recorder.call(signIn.readUserAgain, { headers })
  const { data } = await recorder.call(signIn.listSessions, { headers })
  const theirs = (data as { id: number; current: boolean }[]).find(({ current }) => !current)
  await recorder.call(signIn.endSession, { headers, params: { id: theirs?.id ?? 0 } })
  await recorder.call(signIn.endOtherSessions, { headers })
  await recorder.call(signIn.signOut, { headers: { authorization: `Bearer ${String(other)}` } })
  return headers
}

async function recordRates(headers: { authorization: string }): Promise<void> {
  // A published rate is the first example of the API reference.
  await caughtUp(test)
  await recorder.call(rates.currentRate, { params: { currency: 'USD' } })
  const entry = { date: '2026-09-29', base_currency: 'USD', target_currency: 'LKR', rate: 301.25 }
  await recorder.call(manualRate.refusedRates, { headers })
  await recorder.call(manualRate.checkManualRate, { headers, payload: { ...entry, rate: 310.25 } })
  const { data } = await recorder.call(manualRate.recordManualRate, { headers, payload: entry })
  await recorder.call(manualRate.recordManualRate, { headers, payload: { ...entry, rate: 310.25 } })
  await recorder.call(manualRate.recentRates, { headers })
  const params = { id: (data as { id: number }).id }
  await recorder.call(manualRate.deleteManualRate, { headers, params })
  await recorder.call(manualRate.restoreManualRate, { headers, params })
  const payload = { rows: rowsOf('date,currency,rate\n2026-09-24,USD,300.15') }
  await recorder.call(rateImport.previewImport, { headers, payload })
  const made = await recorder.call(rateImport.commitImport, { headers, payload })
  const imported = { id: (made['data'] as { id: number }).id }
  await recorder.call(rateImport.undoImport, { headers, params: imported })
  await recorder.call(rateImport.listImports, { headers })
  const { date, base_currency } = entry
  await recorder.call(manualRate.entriesOfDay, { headers })
  await recorder.call(manualRate.daysWithRates, { headers })
  const enter = [{ date, base_currency, kind: 'tt-selling', rate: 305.4, replaces: null }]
  await recorder.call(rateChange.changeManualRates, { headers, payload: { enter } })
  await caughtUp(test)
  const currency = 'USD'
  await recorder.call(rates.lastSevenDays, { params: { currency } })
  await recorder.call(rates.feedState)
  await recorder.call(rates.rateSeries)
  await recorder.call(rateBoard)
  await recorder.call(bankBoard, { query: '?currency=USD' })
  await recorder.call(bankBoardCsv, { query: '?currency=USD' })
  const query = '?from=2026-09-25'
  await recorder.call(history.rateHistory, { params: { currency }, query })
  await recorder.call(history.rateHistoryCsv, { params: { currency }, query })
  await recorder.call(history.allRatesCsv, { query: `${query}&layout=wide` })
  const months = '?unit=month&from=2026-09&to=2026-09'
  await recorder.call(periods.periodRates, { params: { currency }, query: months })
  await recorder.call(periods.periodRatesCsv, { params: { currency }, query: months })
  await recorder.call(periods.periodBoard, { query: '?month=2026-09&kind=tt-selling' })
  await recorder.call(periods.periodBoardCsv, { query: '?month=2026-09' })
  await recorder.call(history.citedRate, { params: { currency, date: '2026-09-28' } })
}

async function recordIntegrations(): Promise<void> {
  const { frankfurterDay, frankfurterRate, frankfurterRates } = frankfurter
  for (const file of ['USD.beancount', 'USD.csv'])
    await recorder.call(integrations.rateExport, { params: { file }, query: '?from=2026-09-28' })
  const currency = 'USD'
  const date = '2026-09-28'
  await recorder.call(integrations.dayValue, { params: { currency, date } })
  await recorder.call(integrations.monthValue, {
    params: { currency, month: '2026-09', figure: 'average' },
  })
  for (const base of [currency, 'EUR'])
    await recorder.call(frankfurterDay, { params: { date }, query: `?base=${base}&symbols=LKR` })
  for (const quote of ['LKR', 'XXX'])
    await recorder.call(frankfurterRate, { params: { base: currency, quote } })
  await recorder.call(frankfurterRates, { query: '?base=LKR&quotes=USD&from=2026-09-28' })
  await recorder.call(frankfurter.frankfurterNames)
  await recorder.call(frankfurter.frankfurterCurrencies)
  await recorder.call(integrations.rateNewsAtom, { params: { currency } })
}

async function recordCalendar(headers: { authorization: string }): Promise<void> {
  const list = {
    rows: rowsOf('date,name\n2027-02-04,Independence Day'),
    scope: 'bank',
    source: 'Gazette 2456/7',
  }
  const { method, url } = rateImport.commitImport
  const payload = { subject: 'bank holidays', ...list }
  await test.app.inject({ method, url, headers, payload })
  const query = '?year=2027'
  await recorder.call(calendar.bankHolidays, { query })
  await recorder.call(calendar.enteredHolidays, { headers, query })
}

async function recordPolicies(headers: { authorization: string }): Promise<void> {
  await recorder.call(policies.listPolicies, { headers })
  const params = { policy: 'purchase-invoice' }
  const payload = { kind: 'tt-selling', rule: 'of the business day before', version: 0 }
  const { data } = await recorder.call(policies.changePolicy, { headers, params, payload })
  const { id } = data as { id: number }
  await recorder.call(policies.undoPolicyChange, { headers, params: { id } })
  await recorder.call(policies.policyRate, { params, query: '?currency=USD&date=2026-09-28' })
  const used = { date: '2026-09-28', currency: 'USD', rate: 301.25, amount: 1200 }
  const check = { policy: 'purchase-invoice', rows: [used] }
  await recorder.call(checkRates, { headers, payload: check })
  const balance = { document: 'R-2291', currency: 'USD', amount: 12_500, booked: 3_700_000 }
  const value = { date: '2026-09-28', rows: [balance] }
  await recorder.call(valueBalances, { headers, payload: value })
}

async function recordTokensAndTrail(headers: { authorization: string }): Promise<void> {
  const payload = { name: 'Treasury spreadsheet', scope: 'read' }
  const { token, data } = await recorder.call(accessToken.createAccessToken, { headers, payload })
  const readOnly = { authorization: `Bearer ${String(token)}` }
  const isError = true
  await recorder.call(manualRate.deleteManualRate, {
    headers: readOnly,
    params: { id: 29 },
    isError,
  })
  await recorder.call(accessToken.listAccessTokens, { headers })
  await recorder.call(accessToken.revokeAccessToken, {
    headers,
    params: { id: (data as { id: number }).id },
  })
  await recorder.call(account.renameUser, { headers, payload: { name: 'Nimal Perera' } })
  await recorder.call(account.exportAccount, { headers })
  await recorder.call(auditTrail.listAuditEntries, { headers, query: '?per_page=2' })
  await recorder.call(auditTrail.listAuditUsers, { headers })
  await recorder.call(auditTrail.auditTrailState, { headers })
  await recorder.call(auditTrail.downloadCheckpoints, { headers })
  for (const format of ['csv', 'jsonl'])
    await recorder.call(auditTrail.exportAuditTrail, {
      headers,
      query: `?format=${format}&action=create%20exchange%20rate`,
    })
  await recorder.call(health.live)
  await recorder.call(health.ready)
}

async function recordErrors(headers: { authorization: string }): Promise<void> {
  const isError = true
  await recorder.call(rates.currentRate, {
    params: { currency: 'USD' },
    query: '?date=2026-02-30',
    isError,
  })
  await recorder.call(rates.currentRate, { params: { currency: 'EUR' }, isError })
  await recorder.call(signIn.readUser, { isError })
  await recorder.call(signIn.register, { payload: { name: 'Nimal Perera', email }, isError })
  await recorder.call(signIn.checkUser, {
    payload: `"${'x'.repeat(1_100_000)}"`,
    headers: json,
    isError,
  })
  await recorder.call(signIn.checkUser, {
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
    isError,
  })
  await recorder.call(manualRate.restoreManualRate, { headers, params: { id: 29 }, isError })
  const call = { payload: { email }, remoteAddress: '198.51.100.7', isError }
  await atOnce(60, () => test.app.inject({ method: 'POST', url: signIn.checkUser.url, ...call }))
  await recorder.call(signIn.checkUser, call)
  const busy = fastify()
  handleErrors(busy, test.deps.disk)
  busy.get('/', () => {
    throw new ApiError('unavailable', t.httpText.busy)
  })
  busy.get('/doubtful', () => {
    const [warning] = ['moved decimal point'] as const
    const sentence = '3012.5000 looks 10 times too high: the rate of the same day is 301.1000.'
    throw new DoubtfulRates([
      {
        currency: 'USD',
        kind: 'indicative',
        date: calendarDateOf('2026-09-29'),
        rate: rateOf(3012.5),
        warnings: [{ kind: warning, sentence, meant: 301.25 }],
      },
    ])
  })
  for (const url of ['/', '/doubtful']) {
    const { statusCode, body } = await busy.inject(url)
    recorder.keep('errors', String(statusCode), 'application/json', body)
  }
}

/** The beginning of a stream, which needs a connection of its own. */
async function recordStream(): Promise<void> {
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}${rates.rateStream.url}`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = (await reader?.read()) ?? {}
  recorder.keep('rateStream', '200', 'text/event-stream', value)
  await reader?.cancel()
}

it('examples are what the server answers (`npm test -- --project server server/openapi -u` records them)', async () => {
  const headers = await recordSignIn()
  await recordRates(headers)
  await recordIntegrations()
  await recordAlerts(test, recorder)
  await recordTokensAndTrail(headers)
  await recordCalendar(headers)
  await recordPolicies(headers)
  await recordErrors(headers)
  const leaving = await signedInUser(test)
  await recorder.call(account.closeAccount, {
    headers: leaving.headers,
    payload: { email: leaving.email },
  })
  await recordAdministration(test, recorder)
  await recordStream()
  await expect(`${JSON.stringify(recorder.recorded, null, 1)}\n`).toMatchFileSnapshot(
    'recorded-responses.json',
  )
})

/** A spreadsheet is no text, and the description of the API is not repeated within itself. */
const WITHOUT_EXAMPLE = [
  ...[
    'allRatesXlsx',
    'bankBoardXlsx',
    'calendarFile',
    'periodBoardXlsx',
    'periodRatesXlsx',
    'rateHistoryXlsx',
  ],
  ...['openApi', 'documentationPage'],
]

it('every operation has an example', () => {
  const missing = ALL_ENDPOINTS.filter(({ name }) => !Object.hasOwn(recorder.recorded, name))
  expect(missing.map(({ name }) => name).sort()).toEqual(WITHOUT_EXAMPLE.sort())
})
