import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkUser } from '../../contract/sign-in.ts'
import { waitingLetters } from '../testing/letters.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { atOnce, newestSecrets, newPerson, Visitor } from './sign-in.fixture.ts'

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

const lettersEver = async (email: string) =>
  (
    await house.db
      .selectFrom('letter')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .where('email', '=', email)
      .select('letter.id')
      .execute()
  ).length

test('asking again within 60 s answers the same with what is left, and sends no second letter', async () => {
  const { email } = await newPerson(house)
  house.clock.turn(42)
  const { status, headers, body } = await new Visitor(house).requestCode(email)
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  expect(body).toEqual({
    message: 'OTP sent to your email',
    data: { expires_in: 558, resend_in: 18, delivery: 'queued' },
  })
  expect(await lettersEver(email)).toBe(1)
  house.clock.turn(18)
  expect((await new Visitor(house).requestCode(email)).body.data).toMatchObject({
    expires_in: 600,
    resend_in: 60,
  })
  expect(await lettersEver(email)).toBe(2)
})

test('asked from 50 addresses at once, one letter leaves in 60 s and 5 in an hour', async () => {
  const { email } = await newPerson(house)
  const statuses = new Set<number>()
  for (let minute = 0; minute < 59; minute++) {
    house.clock.turn(61)
    const times = minute % 10 === 0 ? 50 : 1
    for (const { status } of await atOnce(times, () => new Visitor(house).requestCode(email)))
      statuses.add(status)
  }
  expect(await lettersEver(email)).toBe(5)
  // 503 is a loaded machine that lets calls wait for a connection no longer than 2 s.
  statuses.delete(503)
  expect([...statuses].sort()).toEqual([200, 429])
  house.clock.turn(120)
  expect((await new Visitor(house).requestCode(email)).status).toBe(200)
  expect(await lettersEver(email)).toBe(6)
}, 60_000)

test('the fifth letter says how long the sixth will take, and the refusal says it again', async () => {
  const { email } = await newPerson(house)
  for (let n = 0; n < 3; n++) {
    house.clock.turn(61)
    await new Visitor(house).requestCode(email)
  }
  house.clock.turn(61)
  const fifth = await new Visitor(house).requestCode(email)
  expect(fifth.body.data.resend_in).toBe(3600 - 4 * 61)
  house.clock.turn(100)
  const sixth = await new Visitor(house).requestCode(email)
  expect(sixth).toMatchObject({
    status: 429,
    headers: { 'retry-after': String(3600 - 4 * 61 - 100) },
    body: { message: 'This address has had 5 letters within an hour. Ask again in 55 minutes.' },
  })
})

test('a code that is used up brings no second letter within the minute either', async () => {
  const { email, code } = await newPerson(house)
  await new Visitor(house).verify(email, code)
  house.clock.turn(20)
  expect(await new Visitor(house).requestCode(email)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '40' },
    body: {
      message: 'The last letter to this address left less than a minute ago. Ask again in 40 seconds.',
    },
  })
})

test('an address that is not registered gets its sentence, no letter and no row', async () => {
  const { status, body } = await new Visitor(house).requestCode('stranger@example.lk')
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: 'Email not registered please signup',
  })
  expect(await waitingLetters(house, 'stranger@example.lk')).toEqual([])
})

test('an address in another case is the same address: the same letter, the same limits, the same person', async () => {
  const { email } = await newPerson(house)
  const again = await new Visitor(house).requestCode(` ${email.toUpperCase()} `)
  expect(again.body.data.resend_in).toBe(60)
  expect(await lettersEver(email)).toBe(1)
  expect((await new Visitor(house).register(email.toUpperCase())).status).toBe(409)
  expect((await new Visitor(house).send(checkUser, { email: email.toUpperCase() })).body).toEqual({
    data: { registered: true },
  })
})

test.each([
  ['no-at.example.lk'],
  ['a@b.lk,c@d.lk'],
  ['a@b.lk\r\nBcc: c@d.lk'],
  ['a@b.lk;c@d.lk'],
  ['"a b"@c.lk'],
  ['<a@b.lk>'],
  ['a@b@c.lk'],
  [`${'a'.repeat(250)}@b.lk`],
])('%j is no address that a letter could go to', async (email) => {
  for (const answer of [
    await new Visitor(house).requestCode(email),
    await new Visitor(house).register(email),
  ])
    expect(answer).toMatchObject({ status: 400, body: { errors: { email: [expect.any(String)] } } })
})

test('a U+0000 in an address is refused before anything is asked of the database', async () => {
  expect((await new Visitor(house).requestCode('a\u0000@b.lk')).status).toBe(400)
})

test('a letter that was replaced before it left never leaves: one letter waits, with the code that works', async () => {
  const { email } = await newPerson(house)
  house.clock.turn(61)
  await new Visitor(house).requestCode(email)
  expect(await waitingLetters(house, email)).toHaveLength(1)
  const { code } = await newestSecrets(house, email)
  expect((await new Visitor(house).verify(email, code)).status).toBe(200)
})

test('what was asked for under a clock that has been put back since makes nobody wait', async () => {
  const { email } = await newPerson(house)
  const visitor = new Visitor(house)
  house.clock.turn(7200)
  await atOnce(70, () => visitor.inspect('x'))
  expect((await new Visitor(house).requestCode(email)).status).toBe(200)
  house.clock.turn(-7200 + 61)
  expect((await visitor.inspect('x')).status).toBe(400)
  expect((await new Visitor(house).requestCode(email)).body.data).toMatchObject({ resend_in: 60 })
  expect(await lettersEver(email)).toBe(3)
})
