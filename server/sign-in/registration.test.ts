import { expect, test } from 'vitest'
import { receivedEmails } from '../testing/received-emails.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { Visitor, atOnce, newUser, newestSecrets } from './sign-in.fixture.ts'

const testApp = await testAppOfFile({
  env: {
    SITE_NAME: 'Bank of Kandy',
    PUBLIC_URL: 'https://rates.example.org',
    REGISTRATION: 'open',
  },
})

test('registration creates account, email and audit entry', async () => {
  const { status, body } = await new Visitor(testApp).register('Nimal@Example.LK')
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Registration successful! Check your email for a OTP link.',
    data: { expires_in: 600, resend_in: 60, delivery: 'queued' },
  })
  const [message] = await receivedEmails(testApp, 'nimal@example.lk')
  expect(message?.subject).toBe('Welcome to Bank of Kandy')
  const entry = (await shownEntries(testApp.db)).find(
    ({ user_email: by }) => by === 'nimal@example.lk',
  )
  expect(entry).toMatchObject({ action: 'register', description: 'Registered' })
})

test('20 concurrent registrations of one address make one account and one email', async () => {
  const responses = await atOnce(20, (n) =>
    new Visitor(testApp).register(n % 2 ? 'kamala@example.lk' : 'KAMALA@example.lk'),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([
    201,
    ...Array<number>(19).fill(409),
  ])
  expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
    'The Email is already Registered',
  )
  expect(await receivedEmails(testApp, 'kamala@example.lk')).toHaveLength(1)
  const entries = (await shownEntries(testApp.db)).filter(
    ({ user_email: by }) => by === 'kamala@example.lk',
  )
  expect(entries).toHaveLength(1)
})

test('each wrong field is named, including a name that could forge a header', async () => {
  const visitor = new Visitor(testApp)
  expect((await visitor.register('', '  ')).body.errors).toEqual({
    name: ['Enter your name.'],
    email: ['Enter an email address, such as nimal@example.lk.'],
  })
  for (const name of ['A\r\nBcc: b@c.lk', 'A\u2028B', 'A\u202eB', 'x'.repeat(81)])
    expect((await visitor.register('a@b.lk', name)).body.errors).toHaveProperty('name')
})

test('names of feeds, of the provider or without letters are refused', async () => {
  const visitor = new Visitor(testApp)
  for (const name of ['\u200b', 'Central Bank of Sri Lanka', 'bank  of KANDY', '12'])
    expect(await visitor.register('a@b.lk', name), JSON.stringify(name)).toMatchObject({
      status: 400,
      body: { errors: { name: [expect.any(String)] } },
    })
})

test('links use the configured address, whatever the headers of the request', async () => {
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
  const [message] = await receivedEmails(testApp, 'sunil@example.lk')
  const links = `${message?.text} ${message?.html}`.match(/https?:[^\s"<]+/g) ?? []
  expect(new Set(links.map((link) => link.replace(/token=.*/, 'token=…')))).toEqual(
    new Set(['https://rates.example.org/login#token=…']),
  )
})

test('the email names its origin without forming a link', async () => {
  const visitor = new Visitor(testApp, '203.0.113.7', 'Go to https://evil.example and pay')
  const { email } = await newUser(testApp, visitor)
  const [message] = await receivedEmails(testApp, email)
  expect(message?.text).toContain(
    'Requested with an unknown device from 203.0.113.7, 29 Sep 2026, 12:00 Sri Lanka time.',
  )
  expect(message?.text).not.toContain('evil.example')
})

test('an email uses a name only after its reader chose it', async () => {
  const reader = new Visitor(testApp)
  await reader.register('name@example.lk', 'win.example/now')
  const firstLine = async () =>
    (await receivedEmails(testApp, 'name@example.lk')).at(-1)?.text.split('\n')[0]
  expect(await firstLine()).toBe('Hello,')
  const { code } = await newestSecrets(testApp, 'name@example.lk')
  await reader.verify('name@example.lk', code, { name: 'නිමල්' })
  testApp.clock.turn(60)
  await reader.requestCode('name@example.lk')
  expect(await firstLine()).toBe('Hello නිමල්,')
})

test.each(['code', 'link'] as const)(
  'whoever signs in first, here by a %s, chooses the name, whoever registered the address; later nobody changes it so',
  async (by) => {
    const email = `first-${by}@example.lk`
    await new Visitor(testApp).register(email, 'Fraudster')
    const owner = new Visitor(testApp)
    expect((await owner.register(email, 'Kamala Silva')).status).toBe(409)
    const signIn = async (more: { name?: string }) => {
      const { code, link } = await newestSecrets(testApp, email)
      return by === 'code' ? owner.verify(email, code, more) : owner.redeem(link, more)
    }
    expect((await signIn({ name: 'Bank of Kandy' })).status).toBe(400)
    const { body } = await signIn({ name: 'Kamala Silva' })
    expect(body.data).toMatchObject({ user: { name: 'Kamala Silva' } })
    expect((await owner.user(body.token)).body.data.user.name).toBe('Kamala Silva')
    const entry = (await shownEntries(testApp.db)).at(-2)
    expect([entry?.action, entry?.metadata]).toEqual([
      'change name',
      expect.stringContaining('"from":"Fraudster"'),
    ])
    testApp.clock.turn(60)
    await owner.requestCode(email)
    expect((await signIn({ name: 'Another' })).body.data.user.name).toBe('Kamala Silva')
  },
)

test('the proposed name is returned until the address is proven', async () => {
  const email = 'proposed@example.lk'
  const owner = new Visitor(testApp)
  await owner.register(email, 'Nimal Perera')
  expect((await owner.requestCode(email)).body.data.proposed_name).toBe('Nimal Perera')
  const { code, link } = await newestSecrets(testApp, email)
  expect((await owner.inspect(link)).body.data.name_proposed).toBe(true)
  expect((await owner.verify(email, code)).body.data.user.name).toBe('Nimal Perera')
  testApp.clock.turn(60)
  expect((await owner.requestCode(email)).body.data).not.toHaveProperty('proposed_name')
  const next = await newestSecrets(testApp, email)
  expect((await owner.inspect(next.link)).body.data.name_proposed).toBe(false)
})
