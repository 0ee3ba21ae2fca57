import { afterAll, expect, test, vi } from 'vitest'
import { CHROME, Visitor } from '../sign-in/sign-in.fixture.ts'
import { codeIn, linkTokenIn } from '../testing/received-emails.ts'
import { startMailServer, type ReceivedEmail } from '../../harness/users/mail-server.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { composeEmail, type Email } from './compose.ts'
import { smtpTransport } from './smtp-transport.ts'

/**
 * The whole way: the application with its emailWorker, a real SMTP server, emails parsed as a mail
 * program does.
 */
const server = await startMailServer()
// Last: it waits for the connections that the application keeps.
afterAll(() => server.close())
const testApp = await testAppOfFile({
  background: true,
  env: {
    SMTP_URL: server.url,
    MAIL_FROM: 'Bank of Kandy <rates@kandy.example>',
    SITE_NAME: 'Bank of Kandy',
    PUBLIC_URL: 'https://rates.example.org',
    REGISTRATION: 'open',
  },
})

/** The email with this subject to an address; waits for it. */
async function received(
  email: string,
  subject = 'Welcome to Bank of Kandy',
): Promise<ReceivedEmail> {
  return vi.waitFor(() => {
    const found = server.received.find(
      ({ recipients, mail }) => recipients.includes(email) && mail.subject === subject,
    )
    if (!found) throw new Error(`${email} has not received “${subject}”`)
    return found
  })
}

const asEmail = ({ mail }: ReceivedEmail) => ({ text: mail.text ?? '' }) as Email

test('the email of a registration has everything needed to sign in', async () => {
  const visitor = new Visitor(testApp, '203.0.113.44', CHROME)
  const registered = await visitor.register('nimal@example.lk')
  expect(registered.status).toBe(201)
  const email = await received('nimal@example.lk')
  const { mail } = email
  expect(email.from).toBe('rates@kandy.example')
  expect(email.recipients).toEqual(['nimal@example.lk'])
  expect(mail.from?.value).toEqual([{ name: 'Bank of Kandy', address: 'rates@kandy.example' }])
  expect(mail.to).toMatchObject({ value: [{ address: 'nimal@example.lk', name: '' }] })
  expect(mail.subject).toBe('Welcome to Bank of Kandy')
  expect(mail.messageId).toMatch(/^<email\.\d+\.[0-9a-z]+\.1@rates\.example\.org>$/)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.date).toEqual(testApp.clock.now())
  const code = codeIn(asEmail(email))
  for (const part of [mail.text, String(mail.html)]) {
    expect(part).toContain(code)
    expect(part).toContain('expires in 10 minutes, at 12:10 Sri Lanka time')
    expect(part).toContain('Chrome on Android from 203.0.113.44, 29 Sep 2026, 12:00 Sri Lanka time')
    expect(part).toContain('If this was not you, you can ignore this email')
  }
  expect(String(mail.html)).not.toMatch(/<img|<script|src=|url\(/i)
  expect(String(mail.html).match(/href="[^"]*"/g)).toEqual([
    `href="https://rates.example.org/login#token=${linkTokenIn(asEmail(email))}"`,
  ])
  expect((await visitor.inspect(linkTokenIn(asEmail(email)))).body.data.email).toBe(
    'nimal@example.lk',
  )
  expect((await visitor.redeem(linkTokenIn(asEmail(email)))).status).toBe(200)
})

test.each([
  ['"Nimal" <evil@example.org>, other@example.org'],
  ['Nimal, evil@example.org'],
  ['=?utf-8?q?Bcc:_evil@example.org?='],
  ['<script>alert(1)</script>'],
  ['නිමල් පෙරේරා'],
])('the name %j adds no recipient, header or markup', async (name) => {
  const email = `name${Buffer.from(name).toString('hex').slice(0, 40)}@example.lk`
  await new Visitor(testApp).register(email, name)
  const { recipients, mail, raw } = await received(email)
  expect(recipients).toEqual([email])
  expect(mail.to).toMatchObject({ value: [{ address: email, name: '' }] })
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
  expect(raw).not.toContain('evil@example.org')
  expect(String(mail.html)).not.toContain('<script')
})

test('only emails of alerts have one-click unsubscribe (RFC 8058)', async () => {
  const transport = smtpTransport({
    ...testApp.deps.config,
    smtpUrl: server.url,
    clock: testApp.clock.now,
  })
  const unsubscribe = 'https://rates.example.org/api/alerts/unsubscribe?token=x'
  for (const email of [
    composeEmail('alert@example.lk', 'en', 'Alert', ['Text']),
    { ...composeEmail('alert@example.lk', 'en', 'Ended', ['Text']), unsubscribe },
  ])
    await transport.deliver(email, { reference: email.subject, number: 1 })
  transport.close()
  const headers = (await received('alert@example.lk', 'Ended')).raw.replaceAll(/\r\n(?=[ \t])/g, '')
  expect(headers).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`)
  expect(headers).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect((await received('alert@example.lk', 'Alert')).raw).not.toContain('Unsubscribe')
})
