import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, weekdayOf, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  BANKS,
  bankRate,
  businessDays,
  CURRENCIES,
  balanceSheet,
  documentSheet,
  indicativeRate,
  invoiceSheet,
  type Bank,
} from './figures.ts'

const PEOPLE = ['Kamala de Silva', 'Nimal Perera', 'Fathima Nazeer', 'Tharindu Jayasuriya'] as const
const VISITOR = 'Demo User'

const MAX_TRIES = 50

export const VISITOR_EMAIL = 'demo@example.lk'
/** Only administrators change rate policies. */
export const ADMIN_EMAILS = [VISITOR_EMAIL, 'tharindu@example.lk']

interface Mail {
  readonly to: string
  readonly text: string
}

export class Api {
  private readonly origin: string
  private readonly mailboxKey: string

  constructor(origin: string, mailboxKey: string) {
    this.origin = origin
    this.mailboxKey = mailboxKey
  }

  /** Returns the body. A busy server names the time to try again. Throws for other refusals. */
  async call<Body>(method: string, path: string, body?: object, token?: string): Promise<Body> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'idempotency-key': randomUUID(),
    }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${this.origin}/api${path}`, request)
      if (response.ok) return (await response.json()) as Body
      const seconds = response.headers.get('retry-after')
      if (seconds === null || tries === MAX_TRIES)
        throw new Error(`${method} ${path}: ${await response.text()}`)
      await response.body?.cancel()
      await pause(Number(seconds) * 1000)
    }
  }

  async register(name: string, email: string): Promise<Mail> {
    await this.call('POST', '/auth/register', { name, email })
    for (;;) {
      const mailbox = await fetch(`${this.origin}/dev/mailbox.json?key=${this.mailboxKey}`)
      const { data } = (await mailbox.json()) as { data?: Mail[] }
      const mail = data?.find(({ to }) => to === email)
      if (mail) return mail
      await pause(100)
    }
  }

  /** Signs in with the emailed code. Returns the session's token. */
  async signUp(name: string): Promise<string> {
    const email = `${name.split(' ')[0]?.toLowerCase() ?? 'someone'}@example.lk`
    const mail = await this.register(name, email)
    const otp = /^ *(\d{6}) *$/m.exec(mail.text)?.[1]
    const { token } = await this.call<{ token: string }>('POST', '/auth/verify-otp', { email, otp })
    return token
  }
}

/**
 * Fills an empty installation through its API and writes the invoices to `folder`. Returns the
 * visitor's sign-in link.
 */
export async function seed(
  origin: string,
  mailboxKey: string,
  today: CalendarDate,
  folder: string,
): Promise<string> {
  const api = new Api(origin, mailboxKey)
  const days = businessDays(today)
  const tokens: string[] = []
  for (const name of PEOPLE) tokens.push(await api.signUp(name))
  const [kamala = '', nimal = '', fathima = '', tharindu = ''] = tokens
  for (const bank of Object.keys(BANKS) as Bank[])
    await importBankRates(api, bank, days, bank === 'hnb' ? nimal : kamala)
  await enterCustomsWeeks(api, today, fathima)
  await setPolicies(api, tharindu)
  await enterAndCorrect(api, days.slice(-21), [kamala, nimal])
  for (const currency of ['USD', 'GBP'] as const)
    await enterRate(api, kamala, currency, today, indicativeRate(currency, today))
  writeFileSync(join(folder, 'demo-invoices.csv'), invoiceSheet(days))
  writeFileSync(join(folder, 'demo-documents.csv'), documentSheet(days))
  writeFileSync(join(folder, 'demo-balances.csv'), balanceSheet(today))
  const { text } = await api.register(VISITOR, VISITOR_EMAIL)
  const link = /https?:\/\/\S+\/login#\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('The email holds no sign-in link.')
  return link
}

async function importBankRates(
  api: Api,
  bank: Bank,
  days: readonly CalendarDate[],
  token: string,
): Promise<void> {
  const rows = days.flatMap((date) =>
    CURRENCIES.flatMap((currency) =>
      (['tt-buying', 'tt-selling'] as const).map((kind) => ({
        date,
        currency,
        kind,
        publisher: bank,
        rate: bankRate(bank, kind, currency, date),
      })),
    ),
  )
  await api.call('POST', '/exchange-rate/import', { rows }, token)
}

/** So many have a usual weekly move. */
const WEEKS = 26

async function enterCustomsWeeks(api: Api, today: CalendarDate, token: string): Promise<void> {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7)) // 0 is Sunday.
  for (let week = WEEKS - 1; week >= 0; week--) {
    const first_day = addDays(monday, -7 * week)
    const rows = CURRENCIES.map((currency) => ({
      currency,
      rate: indicativeRate(currency, addDays(first_day, -3)),
    }))
    const gazette = `Demo ${2490 - week}/1`
    const body = { subject: 'customs rates', first_day, last_day: addDays(first_day, 6), gazette }
    await api.call('POST', '/exchange-rate/import', { ...body, rows }, token)
  }
}

async function setPolicies(api: Api, token: string): Promise<void> {
  const kinds = { 'purchase-invoice': 'tt-selling', 'sales-invoice': 'tt-buying' } as const
  interface Policy {
    readonly policy: string
    readonly rule: string
    readonly version: number
  }
  const { data } = await api.call<{ data: Policy[] }>('GET', '/rate-policy', undefined, token)
  for (const [name, kind] of Object.entries(kinds)) {
    const policy = data.find((each) => each.policy === name)
    const change = { kind, publisher: 'sampath', rule: policy?.rule, version: policy?.version }
    await api.call('POST', `/rate-policy/${name}`, change, token)
  }
}

async function enterRate(
  api: Api,
  token: string,
  base_currency: string,
  date: CalendarDate,
  rate: number,
): Promise<number> {
  const body = { date, base_currency, target_currency: 'LKR', rate: Number(rate.toFixed(4)) }
  const { data } = await api.call<{ data: { id: number } }>(
    'POST',
    '/exchange-rate/manual',
    body,
    token,
  )
  return data.id
}

async function enterAndCorrect(
  api: Api,
  days: readonly CalendarDate[],
  tokens: readonly string[],
): Promise<void> {
  const remove = (id: number, token: string) =>
    api.call('DELETE', `/exchange-rate/manual/${id}`, undefined, token)
  for (const [index, date] of days.entries()) {
    if (index % 3 !== 0) continue
    const currency = CURRENCIES[index % CURRENCIES.length] ?? 'USD'
    const [author = '', reviewer = ''] = index % 2 === 0 ? tokens : tokens.toReversed()
    const rate = indicativeRate(currency, date)
    const id = await enterRate(api, author, currency, date, rate + 0.42)
    if (index % 2 === 0) await enterRate(api, reviewer, currency, date, rate + 0.05)
    if (index === 9) await remove(id, reviewer)
    if (index === 15) {
      await remove(id, author)
      await api.call('POST', `/exchange-rate/manual/${id}/restore`, undefined, reviewer)
    }
  }
}
