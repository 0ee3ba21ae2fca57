import { expect, test, vi } from 'vitest'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { codeIn, linkTokenIn } from '../testing/received-emails.ts'
import { MAILBOX_KEY, testAppOfFile, startTestApp } from '../testing/test-app.ts'
import type { Email } from './compose.ts'

const KEY = `?key=${MAILBOX_KEY}`
const PAGES = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/1/html'].map((path) => path + KEY)

const testApp = await testAppOfFile({ background: true })

const get = (url: string, headers = {}) => testApp.app.inject({ url, headers })
const mailbox = async () =>
  (await get(`/dev/mailbox.json${KEY}`)).json<{ data: (Email & { id: number })[] }>().data

test('without SMTP_URL emails arrive in the mailbox, newest first', async () => {
  const visitor = new Visitor(testApp)
  await visitor.register('nimal@example.lk')
  await vi.waitFor(async () => expect(await mailbox()).toHaveLength(1))
  await visitor.register('kamala@example.lk', '<b>Kamala</b>')
  await vi.waitFor(async () => expect(await mailbox()).toHaveLength(2))
  const [newest, first] = await mailbox()
  expect([newest?.to, first?.to]).toEqual(['kamala@example.lk', 'nimal@example.lk'])
  expect((await visitor.verify('nimal@example.lk', codeIn(first!))).status).toBe(200)
})

test('the page shows each email, its link and its HTML in a sandbox without scripts', async () => {
  const [email] = await mailbox()
  const page = await get(`/dev/mailbox${KEY}`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain(codeIn(email!))
  expect(page.body).toContain(`<a href="http://localhost:3000/login#token=${linkTokenIn(email!)}">`)
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const html = await get(`/dev/mailbox/${email!.id}/html${KEY}`)
  expect(html.body).toContain(codeIn(email!))
  expect(html.headers['content-security-policy']).toMatch(
    /default-src 'none'.*sandbox allow-popups/,
  )
  expect(html.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect((await get(`/dev/mailbox/999/html${KEY}`)).statusCode).toBe(404)
})

test('a foreign host name reads no emails', async () => {
  for (const host of [
    'evil.example',
    'evil.example:3000',
    '192.168.1.5:3000',
    'localhost.evil.example',
    '127.evil.example',
  ])
    for (const url of PAGES)
      expect((await get(url, { host })).statusCode, `${host}${url}`).toBe(404)
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect((await get(`/dev/mailbox${KEY}`, { host })).statusCode, host).toBe(200)
})

test.each([
  '',
  '?key=',
  '?key=other',
  `?key=${MAILBOX_KEY}x`,
  `?key[]=${MAILBOX_KEY}`,
  `${KEY}&key=x`,
])('the key %j reads no emails', async (query) => {
  for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/1/html'])
    expect((await get(path + query, { host: '127.0.0.1:3000' })).statusCode, path).toBe(404)
})

test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
])('a request with the proxy header %s reads no emails', async (header) => {
  for (const url of PAGES)
    expect(
      (await get(url, { host: '127.0.0.1:3000', [header]: '203.0.113.9' })).statusCode,
      url,
    ).toBe(404)
})

test.each([
  { SMTP_URL: 'smtp://127.0.0.1:9' },
  { PUBLIC_URL: 'https://rates.example.org', REGISTRATION: 'open' },
])('with %o there is no mailbox', async (env) => {
  const other = await startTestApp({ env })
  for (const url of PAGES) expect((await other.app.inject({ url })).statusCode).toBe(404)
  await other.close()
})
