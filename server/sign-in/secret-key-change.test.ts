import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { testAppOfFile, type TestApp } from '../testing/test-app.ts'
import { newestSecrets, newUser, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile()

/** The same server with another key; `old` is what it reads besides. */
async function withNewKey(old: Buffer | undefined) {
  const config = { ...testApp.deps.config, secretKeyOld: old }
  const deps = await createDependencies({ ...testApp.deps, config, secretKey: randomBytes(32) })
  const app = await buildApp(deps)
  await app.ready()
  return { app, deps }
}

test('a code survives a key rotation with SECRET_KEY_OLD', async () => {
  const { email } = await newUser(testApp)
  const { code } = await newestSecrets(testApp, email)
  const stranger = await withNewKey(undefined)
  const changed = await withNewKey(testApp.deps.secretKey)
  const visitor = new Visitor(testApp)
  const at = ({ app }: { app: TestApp['app'] }) => new Visitor({ app }, visitor.ip)

  expect((await at(stranger).verify(email, code)).status).toBe(400)
  expect((await at(changed).verify(email, code)).status).toBe(200)

  await stranger.app.close()
  await changed.app.close()
})

test('a known device survives a key rotation', async () => {
  const { email } = await newUser(testApp)
  const [home, elsewhere] = [new Visitor(testApp), new Visitor(testApp)]
  for (const visitor of [home, elsewhere]) {
    testApp.clock.turn(61)
    await visitor.requestCode(email)
    expect((await visitor.verify(email, (await newestSecrets(testApp, email)).code)).status).toBe(
      200,
    )
  }
  const reported = async () =>
    (
      await testApp.db
        .selectFrom('email_outbox')
        .select('id')
        .where('purpose', '=', 'new device')
        .execute()
    ).length
  const before = await reported()
  const ofDevices = () =>
    testApp.db.selectFrom('email_budget').select('used').where('bucket', '=', 'device').execute()
  testApp.clock.turn(61)
  await home.requestCode(email)
  const [{ used } = { used: [] }] = await ofDevices()
  testApp.clock.turn(61)
  const changed = await withNewKey(testApp.deps.secretKey)
  await new Visitor({ app: changed.app }, home.ip).requestCode(email)
  // Counted by themselves: a stranger cannot use them up.
  expect((await ofDevices())[0]?.used).toHaveLength(used.length + 1)
  const { code } = await newestSecrets({ ...testApp, deps: changed.deps }, email)
  expect((await new Visitor({ app: changed.app }, home.ip).verify(email, code)).status).toBe(200)
  expect(await reported()).toBe(before)
  await changed.app.close()
})
