import { beforeEach, expect, test } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { alertCalls, beginWithRates, manageTokenIn } from './alerts.fixture.ts'

const testApp = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
const calls = alertCalls(testApp)
beforeEach(() => beginWithRates(testApp, { '2026-09-25': '300', '2026-09-28': '301' }))

const email = 'nimal@example.lk'
const above = { condition: 'above', currency: 'USD', rate: 305 }
const publishAll = async (rates: Readonly<Record<'USD' | 'AUD' | 'CAD' | 'GBP', string>>) => {
  for (const [currency, rate] of Object.entries(rates))
    await publish(testApp, 'cbsl', currency as 'USD', { '2026-09-29': rate })
}
/**
 * Words of three Latin letters or more that are no code, name or address: what was left in English.
 */
const ENGLISH =
  /\b(?!USD|AUD|CAD|GBP|LKR|Rupee|Rates|https?|localhost|alerts|token|rates|not|unknown|device)[A-Za-z]{3,}\b/
const withoutLinks = (text: string) => text.replace(/^http.*$/gm, '')

test.each([
  ['si', 'Rupee Rates: ඔබේ දැනුම්දීම තහවුරු කරන්න', 'USD 305.0000 LKR ට වඩා ඉහළ', '2026 සැප් 29'],
  ['ta', 'Rupee Rates: உங்கள் அறிவித்தலை உறுதிசெய்யவும்', 'USD 305.0000 LKR இற்கு மேல்', '29 செப். 2026'],
])(
  'an alert requested in %s is confirmed, sent and linked in it',
  async (language, subject, name, day) => {
    await calls.request({ email, ...above, language })
    const [confirmation] = await calls.emailsTo(email)
    expect(confirmation?.subject).toBe(subject)
    expect(confirmation?.text).toContain(name)
    expect(confirmation?.text).toContain(`http://localhost:3000/${language}/alerts#token=`)
    expect(confirmation?.html).toContain(`<html lang="${language}">`)
    const token = manageTokenIn(confirmation!)
    const { data } = (await calls.list(token)).body
    await calls.confirm(token, data.alerts[0]!.id)
    // A second request in another language changes nothing.
    await calls.request({ email, ...above, language: 'en' })
    await publishAll({ USD: '305.5', AUD: '200', CAD: '220', GBP: '400' })
    expect(await calls.fired()).toEqual([`USD 305.5000 LKR: ${name}`])
    const alert = (await calls.emailsTo(email)).at(-1)!
    expect(alert.text).toContain(day)
    expect(alert.text).toContain(`http://localhost:3000/${language}/rates/USD\n`)
    expect(manageTokenIn(alert)).not.toBe('')
    const opened = await testApp.app.inject({
      url: alert.unsubscribe!.replace('http://localhost:3000', ''),
    })
    expect(opened.headers.location).toMatch(
      new RegExp(`^http://localhost:3000/${language}/alerts#unsubscribe=`),
    )
  },
)

test.each(['si', 'ta'])(
  'no email about an alert that was added in %s has a word of English',
  async (language) => {
    const token = await calls.confirmed(email, { ...above, language })
    const rules = [
      { condition: 'moved', currency: 'USD', percent: 1 },
      { condition: 'published', currency: 'USD', kind: 'tt-selling' },
      { condition: 'corrected', currency: 'USD' },
      { condition: 'daily', hour: 9 },
    ]
    for (const rule of rules)
      expect((await calls.add(token, { ...rule, language })).status).toBe(200)
    await publish(testApp, 'cbsl', 'USD', { '2026-09-29': '340' }, 'tt-selling')
    await publishAll({ USD: '320', AUD: '200', CAD: '220', GBP: '400' })
    await publish(testApp, 'cbsl', 'USD', { '2026-09-25': '300.5' })
    expect(await calls.fired()).toHaveLength(5)
    const emails = await calls.emailsTo(email)
    expect(emails).toHaveLength(5)
    for (const { subject, text } of emails)
      expect(withoutLinks(`${subject}\n${text}`)).not.toMatch(ENGLISH)
    expect((await calls.list(token)).body.data.alerts.map((alert) => alert.language)).toEqual(
      Array(5).fill(language),
    )
  },
)
