import { expect, test } from 'vitest'
import { securityEmail } from './security-emails.ts'
import type { EmailContext } from './email-context.ts'
import { codeEmail } from './sign-in-emails.ts'

const context: EmailContext = {
  language: 'en',
  product: 'Rupee Rates',
  publicUrl: 'https://rates.example.org',
  device: 'Firefox on Windows',
  ip: '203.0.113.7',
  // 18:25 UTC is 23:55 in Colombo: the code is good until five past midnight there.
  at: new Date('2026-09-29T18:25:00Z'),
}
const nimal = { name: 'Nimal', email: 'nimal@example.lk' }

test('the email with a code, as plain text', () => {
  expect(codeEmail(nimal, context, { code: '012345', linkToken: 'tok-en_1' }, false)).toMatchObject(
    {
      to: 'nimal@example.lk',
      subject: 'Your sign-in code for Rupee Rates',
      text: `Hello Nimal,

To sign in to Rupee Rates, enter this code:

012345

It works once and expires in 10 minutes, at 00:05 Sri Lanka time. A newer email replaces it.

Or open this page and press "Sign in":
https://rates.example.org/login#token=tok-en_1

Requested with Firefox on Windows from 203.0.113.7, 29 Sep 2026, 23:55 Sri Lanka time.

If this was not you, you can ignore this email: nobody can sign in without it. Do not share the code with anyone; nobody at Rupee Rates will ever ask you for it.
`,
    },
  )
})

test('the code is in no subject, which phones show on a locked screen and servers write into logs', () => {
  for (const welcome of [true, false])
    expect(
      codeEmail(nimal, context, { code: '012345', linkToken: 't' }, welcome).subject,
    ).not.toContain('012345')
})

test('the email of a new device has no code and no link that signs in', () => {
  const link = { token: 'abc', until: new Date('2026-10-06T18:25:00Z') }
  const email = securityEmail(nimal, context, link, { purpose: 'new device' })
  expect(email.text).toContain(
    'Firefox on Windows, from 203.0.113.7, 29 Sep 2026, 23:55 Sri Lanka time',
  )
  expect(email.text).toContain('https://rates.example.org/account')
  expect(email.text).toContain(
    'If this was not you, open this page and press "End all sessions and tokens":\nhttps://rates.example.org/secure-account#link=abc\n',
  )
  expect(email.text).toContain('The link works once, until 6 Oct 2026, 23:55 Sri Lanka time.')
  expect(`${email.text}${email.html}`).not.toMatch(/#token|\b\d{6}\b/)
})

test('markup in anything that someone else chose stays text', () => {
  const hostile = { ...context, product: `<i>"R&R'</i>`, device: '<img src=x>' }
  const { html } = codeEmail(nimal, hostile, { code: '<b>', linkToken: '"><script>' }, true)
  expect(html).not.toMatch(/<(i|b|img|script)[ >]/)
  expect(html).toContain('&lt;i&gt;&quot;R&amp;R&#39;&lt;/i&gt;')
})

test('the page of an email asks nothing of any server and names no colour, so that a dark screen stays dark', () => {
  const { html } = codeEmail(nimal, context, { code: '012345', linkToken: 't' }, false)
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|color:|background/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
})
