import { expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { bearer, CHROME, newestSecrets, newUser, Visitor } from '../sign-in/sign-in.fixture.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { testAppOfFile } from '../testing/test-app.ts'

// 18:25 UTC is 23:55 in Colombo: the code expires five minutes past midnight there.
const testApp = await testAppOfFile({ now: '2026-09-29T18:25:00Z' })

test('an email with a code has its plain text', async () => {
  const nimal = new Visitor(testApp, '203.0.113.7')
  const { email, code } = await newUser(testApp, nimal)
  await nimal.verify(email, code, { name: 'Nimal' })
  testApp.clock.set('2026-09-30T18:25:00Z')
  await nimal.requestCode(email)
  const next = await newestSecrets(testApp, email)
  expect((await receivedEmails(testApp, email)).at(-1)).toMatchObject({
    to: email,
    subject: 'Your sign-in code for Rupee Rates',
    text: `Hello Nimal,

To sign in to Rupee Rates, enter this code:

${next.code}

It works once and expires in 10 minutes, at 00:05 Sri Lanka time. A newer email replaces it.

Or open this page and press "Sign in":
http://localhost:3000/login#token=${next.link}

Requested with Firefox on Windows from 203.0.113.7, 30 Sep 2026, 23:55 Sri Lanka time.

If this was not you, you can ignore this email: nobody can sign in without it. Do not share the code with anyone; nobody at Rupee Rates will ever ask you for it.
`,
  })
})

test('an email about a new device or token says what to do, without a link that signs in', async () => {
  const { email, code } = await newUser(testApp)
  await new Visitor(testApp).verify(email, code)
  testApp.clock.turn(61)
  const other = new Visitor(testApp, '203.0.113.31', CHROME)
  await other.requestCode(email)
  const { token } = (await other.verify(email, (await newestSecrets(testApp, email)).code)).body
  const limits = { publishers: ['main'], kinds: ['tt-buying' as const] }
  await other.send(
    createAccessToken,
    { name: 'Treasury', scope: 'write', ...limits },
    bearer(token),
  )
  // Both are due at once, so their order is open.
  const sent = await receivedEmails(testApp, email)
  const [device, created] = ['New sign-in to Rupee Rates', 'New access token for Rupee Rates'].map(
    (subject) => sent.findLast((each) => each.subject === subject),
  )
  expect(device?.text).toContain('Chrome on Android, from 203.0.113.31')
  expect(created?.text).toContain(
    'Name: Treasury\n\nPermission: read and write\n\nOnly these rates: main, tt-buying\n\nExpires: ',
  )
  for (const notice of [device, created]) {
    expect(notice?.text).toContain('press "End all other sessions"')
    expect(notice?.text).toContain(
      'ask an administrator of Rupee Rates:\nhttp://localhost:3000/account\n',
    )
    expect(`${notice?.text}${notice?.html}`).not.toMatch(/#token|\b\d{6}\b/)
  }
})

test('markup in a token name stays text, and an email loads nothing', async () => {
  const { email, code } = await newUser(testApp)
  const owner = new Visitor(testApp)
  const { token } = (await owner.verify(email, code)).body
  const name = `<img src=x> "R&R'`
  await owner.send(createAccessToken, { name, scope: 'read' }, bearer(token))
  const { html } = (await receivedEmails(testApp, email)).at(-1)!
  expect(html).toContain('&lt;img src=x&gt; &quot;R&amp;R&#39;')
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|color:|background/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
})
