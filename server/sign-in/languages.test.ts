import { expect, test } from 'vitest'
import { exportAccount } from '../../contract/account.ts'
import { codeIn, receivedEmails } from '../testing/received-emails.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { bearer, CHROME, newestSecrets, newAddress, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile()

test('emails with a code are in the language of the requesting page', async () => {
  const email = 'languages@example.lk'
  const visitor = new Visitor(testApp)
  await visitor.register(email, 'Nimal Perera', { language: 'si' })
  const [welcome] = await receivedEmails(testApp, email)
  expect(welcome?.subject).toBe('Rupee Rates වෙත සාදරයෙන් පිළිගනිමු')
  expect(welcome?.text).toContain('ආයුබෝවන්,')
  expect(welcome?.text).toContain('http://localhost:3000/si/login#token=')
  expect(welcome?.html).toContain('<html lang="si">')
  testApp.clock.turn(61)
  await visitor.requestCode(email, { language: 'ta' })
  const second = (await receivedEmails(testApp, email)).at(-1)
  expect(second?.text).toContain('வணக்கம்,')
  expect((await visitor.verify(email, codeIn(second!), { language: 'ta' })).status).toBe(200)
})

test('emails about the account are in the language of its last sign-in', async () => {
  const email = 'owner@example.lk'
  const owner = new Visitor(testApp)
  await owner.register(email, 'Kamala', { language: 'en' })
  const { link } = await newestSecrets(testApp, email)
  const { body } = await owner.redeem(link, { language: 'ta' })
  testApp.clock.turn(61)
  const stranger = new Visitor(testApp, newAddress(), CHROME)
  await stranger.requestCode(email, { language: 'si' })
  const { code } = await newestSecrets(testApp, email)
  await stranger.verify(email, code, { language: 'ta' })
  const reported = (await receivedEmails(testApp, email)).at(-1)
  expect(reported?.subject).toBe('Rupee Rates இல் புதிய உள்நுழைவு')
  expect(reported?.text).toMatch(/http:\/\/localhost:3000\/ta\/account/)
  const { body: exported } = await owner.send(exportAccount, undefined, bearer(body.token))
  expect(exported.profile.language).toBe('ta')
})
