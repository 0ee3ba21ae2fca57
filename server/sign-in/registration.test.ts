import { expect, test } from 'vitest'
import { waitingEmails } from '../testing/received-emails.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, newUser, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile({
  env: { PROVIDER_NAME: 'Bank of Kandy', PUBLIC_URL: 'https://rates.example.org', REGISTRATION: 'open' },
})

test('makes the account, posts the message and writes it down, all or nothing', async () => {
  const { status, body } = await new Visitor(testApp).register('Nimal@Example.LK')
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Registration successful! Check your email for a OTP link.',
    data: { expires_in: 600, resend_in: 60, delivery: 'queued' },
  })
  const [message] = await waitingEmails(testApp, 'nimal@example.lk')
  expect(message?.subject).toBe('Welcome to Bank of Kandy')
  const entry = (await shownEntries(testApp.db)).find(({ user_email: by }) => by === 'nimal@example.lk')
  expect(entry).toMatchObject({ action: 'register', description: 'nimal@example.lk registered' })
})

test('20 at once with one address: one account, one message, 19 times 409', async () => {
  const responses = await atOnce(20, (n) =>
    new Visitor(testApp).register(n % 2 ? 'kamala@example.lk' : 'KAMALA@example.lk'),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
  expect(responses.find(({ status }) => status === 409)?.body.message).toBe('The Email is already Registered')
  expect(await waitingEmails(testApp, 'kamala@example.lk')).toHaveLength(1)
  const entries = (await shownEntries(testApp.db)).filter(({ user_email: by }) => by === 'kamala@example.lk')
  expect(entries).toHaveLength(1)
})

test('names each wrong field, and refuses a name that could forge a header', async () => {
  const visitor = new Visitor(testApp)
  expect((await visitor.register('', '  ')).body.errors).toEqual({
    name: ['Enter your name.'],
    email: ['Enter an email address, such as nimal@example.lk.'],
  })
  for (const name of ['A\r\nBcc: b@c.lk', 'A\u2028B', 'A\u202eB', 'x'.repeat(81)])
    expect((await visitor.register('a@b.lk', name)).body.errors).toHaveProperty('name')
})

test('refuses names without a message, of a feed and of the provider, so that nobody can pass for them', async () => {
  const visitor = new Visitor(testApp)
  for (const name of ['\u200b', 'Central Bank of Sri Lanka', 'bank  of KANDY', '12'])
    expect(await visitor.register('a@b.lk', name), JSON.stringify(name)).toMatchObject({
      status: 400,
      body: { errors: { name: [expect.any(String)] } },
    })
})

test('a name that is an advertisement is not spoken to by the message; markup in it stays text', async () => {
  const names = ['win.example/now', 'www.win.example', '<b>Nimal</b>', 'J. R. Perera', 'නිමල්', "O'Brien"]
  const emails = await Promise.all(
    names.map(async (name, n) => {
      await new Visitor(testApp).register(`name${n}@example.lk`, name)
      return (await waitingEmails(testApp, `name${n}@example.lk`))[0]
    }),
  )
  expect(emails.map((message) => message?.text.split('\n')[0])).toEqual([
    'Hello,',
    'Hello,',
    'Hello,',
    'Hello J. R. Perera,',
    'Hello නිමල්,',
    "Hello O'Brien,",
  ])
})

test('links begin with the configured address, whatever Host, X-Forwarded-Host and Forwarded say', async () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    origin: 'https://evil.example',
  }
  await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { name: 'Sunil', email: 'sunil@example.lk' },
    headers: forged,
  })
  const [message] = await waitingEmails(testApp, 'sunil@example.lk')
  const links = `${message?.text} ${message?.html}`.match(/https?:[^\s"<]+/g) ?? []
  expect(new Set(links.map((link) => link.replace(/token=.*/, 'token=…')))).toEqual(
    new Set(['https://rates.example.org/login#token=…']),
  )
})

test('the message says from where it was asked for, in words that nobody can turn into a link', async () => {
  const visitor = new Visitor(testApp, '203.0.113.7', 'Go to https://evil.example and pay')
  const { email } = await newUser(testApp, visitor)
  const [message] = await waitingEmails(testApp, email)
  expect(message?.text).toContain(
    'Requested with an unknown device from 203.0.113.7, 29 Sep 2026, 12:00 Sri Lanka time.',
  )
  expect(message?.text).not.toContain('evil.example')
})
