import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openLetter } from '../email/sealed-letter.ts'
import { keysForReading } from '../secret-key.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { newestSecrets, newPerson, Visitor } from './sign-in.fixture.ts'

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

/** The same server with another key; `old` is what it reads besides. */
async function withNewKey(old: Buffer | undefined) {
  const config = { ...house.deps.config, secretKeyOld: old }
  const deps = { ...house.deps, config, secretKey: randomBytes(32) }
  const app = await buildApp(deps)
  await app.ready()
  return { app, deps }
}

test('a code, an email on its way and a known device outlive a change of the key, where the old one may be read', async () => {
  const { email } = await newPerson(house)
  const { code } = await newestSecrets(house, email)
  const stranger = await withNewKey(undefined)
  const changed = await withNewKey(house.deps.secretKey)
  const visitor = new Visitor(house)
  const at = ({ app }: { app: TestApp['app'] }) => new Visitor({ app }, visitor.ip)

  expect((await at(stranger).verify(email, code)).status).toBe(400)
  expect((await at(changed).verify(email, code)).status).toBe(200)

  const { sealed } = await house.db
    .selectFrom('letter')
    .select('sealed')
    .where('sealed', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(() => openLetter(keysForReading(stranger.deps), sealed!)).toThrow()
  expect(openLetter(keysForReading(changed.deps), sealed!).to).toBe(email)

  await stranger.app.close()
  await changed.app.close()
})

test('a device that was known by the old key is not told of as new', async () => {
  const { email } = await newPerson(house)
  const [home, elsewhere] = [new Visitor(house), new Visitor(house)]
  for (const visitor of [home, elsewhere]) {
    house.clock.turn(61)
    await visitor.requestCode(email)
    expect((await visitor.verify(email, (await newestSecrets(house, email)).code)).status).toBe(200)
  }
  const told = async () =>
    (await house.db.selectFrom('letter').select('id').where('purpose', '=', 'new device').execute()).length
  const before = await told()
  house.clock.turn(61)
  await home.requestCode(email)
  const { code } = await newestSecrets(house, email)
  const changed = await withNewKey(house.deps.secretKey)
  expect((await new Visitor({ app: changed.app }, home.ip).verify(email, code)).status).toBe(200)
  expect(await told()).toBe(before)
  await changed.app.close()
})
