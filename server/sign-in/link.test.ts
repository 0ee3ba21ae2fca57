import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitingLetters } from '../testing/letters.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { atOnce, newestSecrets, newPerson, otherCode, Visitor } from './sign-in.fixture.ts'

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

const countSessions = async () => (await house.db.selectFrom('app_session').select('id').execute()).length

test('100 GETs and HEADs of every address in a letter open 0 sessions and use 0 codes', async () => {
  const { email, code } = await newPerson(house)
  const [letter] = await waitingLetters(house, email)
  const links = new Set(`${letter?.text} ${letter?.html}`.match(/https?:[^\s"<]+/g))
  const before = await countSessions()
  for (const link of links) {
    const { pathname, search } = new URL(link)
    for (const method of ['GET', 'HEAD'] as const)
      await atOnce(50, () => house.app.inject({ method, url: pathname + search, remoteAddress: '192.0.2.1' }))
  }
  expect(await countSessions()).toBe(before)
  expect((await new Visitor(house).verify(email, code)).status).toBe(200)
})

test('looking at a link tells whose it is and uses nothing, however often', async () => {
  const { email, link } = await newPerson(house)
  const looks = await atOnce(20, () => new Visitor(house).inspect(link))
  expect(new Set(looks.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ data: { name: 'Nimal Perera', email } })]),
  )
  expect((await new Visitor(house).redeem(link)).status).toBe(200)
})

test('a press signs in once: of 50 at once one session, and the code is dead with the link', async () => {
  const { email, code, link } = await newPerson(house)
  const answers = await atOnce(50, () => new Visitor(house).redeem(link))
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  expect(good[0]?.body).toMatchObject({
    message: `Signed in as ${email}`,
    token: expect.stringMatching(/^[\w-]{43}$/) as string,
    data: { user: { email, name: 'Nimal Perera' } },
  })
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    code: 'link_dead',
    message: 'This link has been used, replaced or has expired. Ask for a new code.',
  })
  expect((await new Visitor(house).verify(email, code)).status).toBe(400)
})

test('the link is dead once the code was used, once a newer letter left, and past 600 s', async () => {
  const visitor = new Visitor(house)
  const used = await newPerson(house)
  await visitor.verify(used.email, used.code)
  const replaced = await newPerson(house)
  house.clock.turn(61)
  await visitor.requestCode(replaced.email)
  const old = await newPerson(house)
  house.clock.turn(600)
  for (const { link } of [used, replaced, old]) {
    expect((await visitor.inspect(link)).body.code).toBe('link_dead')
    expect((await visitor.redeem(link)).body.code).toBe('link_dead')
  }
  expect((await visitor.redeem('no-such-token')).body.code).toBe('link_dead')
})

test('guessing at the code does not take the link from its owner', async () => {
  const { email, code, link } = await newPerson(house)
  for (let n = 1; n <= 5; n++) await new Visitor(house).verify(email, otherCode(code, n))
  expect((await newestSecrets(house, email)).link).toBe(link)
  expect((await new Visitor(house).redeem(link)).status).toBe(200)
})
