import { hash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/language.ts'
import { t, textIn } from '../../text/sentences.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let run: TestApp
afterEach(() => run.close())

const PUBLIC = { PUBLIC_URL: 'https://rates.example.lk', REGISTRATION: 'open' }
const start = async (env: Record<string, string> = {}) => {
  run = await startTestApp({ env })
}
const page = async (path = '/privacy') => (await run.app.inject(path)).body
const textOf = (html: string) => html.slice(html.indexOf('<h1')).replace(/<[^<>]+>/g, '\n')

test('says the periods by which things are deleted, that no contact is named, and when that last changed', async () => {
  await start()
  const text = textOf(await page())
  const said = [
    ...[
      '7 days without use, 30 days at most',
      '365 days after the last use',
      '30 days after they expire',
    ],
    ...[
      'one minute after your last request; one hour if',
      'Until 24 hours after you end the last alert',
    ],
  ]
  expect(said.filter((each) => !text.includes(each))).toEqual([])
  expect(text).not.toContain(t.privacy.contact.of)
  expect(text).toMatch(/Last changed: \d+ \w{3} 20\d\d\./)
})

test('says who sees what by the settings that count', async () => {
  await start()
  const restricted = textOf(await page())
  for (const words of [
    t.privacy.account.nameUsers,
    t.privacy.account.emailAll,
    t.privacy.account.trailAll,
  ])
    expect(restricted).toContain(words)
  expect(restricted).not.toContain(t.privacy.account.administrators)
  await run.close()
  await start({
    ...PUBLIC,
    PUBLIC_NAMES: 'on',
    ADMINS: 'admin@example.lk',
    AUDIT_DETAILS: 'own',
  })
  const open = textOf(await page())
  const { namePublic, emailOwn, trailOwn, administrators } = t.privacy.account
  for (const words of [namePublic, emailOwn, trailOwn, administrators])
    expect(open).toContain(words)
  expect(open).not.toContain('admin@example.lk')
})

test.each([
  ['privacy@bank.example.lk', 'href="mailto:privacy@bank.example.lk">privacy@bank.example.lk</a>'],
  [
    'https://bank.example.lk/privacy?a=1&b="2"',
    'href="https://bank.example.lk/privacy?a=1&amp;b=&quot;2&quot;">https://bank.example.lk/privacy?a=1&amp;b=&quot;2&quot;</a>',
  ],
])('names the contact %s', async (contact, link) => {
  await start({ CONTACT: contact })
  expect(await page()).toContain(link)
})

test.each([
  ['rates@example.lk', true],
  ['no-reply@example.lk', false],
])('without a contact the sender %s is one: %s', async (sender, named) => {
  await start({ MAIL_FROM: `Rupee Rates <${sender}>` })
  expect((await page()).includes(`mailto:${sender}`)).toBe(named)
})

test('stands in each language, leads to the account and the others in it, and may do nothing but be styled and show a theme', async () => {
  await start({ ...PUBLIC, PROVIDER_NAME: 'Bank of “Kandy” & Sons' })
  for (const language of LANGUAGES) {
    const prefix = language === 'en' ? '' : `/${language}`
    const { body, headers, statusCode } = await run.app.inject(`${prefix}/privacy`)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(
      `<link rel="canonical" href="https://rates.example.lk${prefix}/privacy">`,
    )
    for (const other of ['/account', '/rates']) expect(body).toContain(`href="${prefix}${other}"`)
    // In the bar, and on a phone in the foot.
    expect(body.match(/hreflang=/g)).toHaveLength(2 * (LANGUAGES.length - 1))
    const hashOf = (name: string) =>
      hash('sha256', new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(body)?.[1] ?? '', 'base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hashOf('style')}'; font-src 'self'; script-src 'sha256-${hashOf('script')}'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(body).not.toMatch(/<script[^>]|<script>.*<script>| style=| on\w+=/s)
    expect(body).toContain('Bank of “Kandy” &amp; Sons')
  }
  expect(await page('/si/privacy')).toContain(textIn('si').privacy.rights.alerts)
})
