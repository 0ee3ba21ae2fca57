import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { newUser, Visitor } from './sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'

test('expired rows are deleted and live ones stay', async () => {
  const testApp = await startTestApp()
  const visitor = new Visitor(testApp)
  const { email, code } = await newUser(testApp)
  const { token } = (await visitor.verify(email, code)).body
  const counts = async () => {
    const { rows } = await sql<Record<string, number>>`
      SELECT (SELECT count(*) FROM app_session) AS app_session, (SELECT count(*) FROM rate_limit) AS rate_limit,
        (SELECT count(*) FROM email_outbox) AS email, (SELECT count(*) FROM known_device) AS known_device,
        (SELECT count(*) FROM app_user) AS app_user`.execute(testApp.db)
    return rows[0]
  }
  await cleanUp(testApp.deps)
  const before = await counts()
  expect(before).toMatchObject({ app_session: 1, email: 1, known_device: 1, app_user: 1 })
  expect((await visitor.user(token)).status).toBe(200)
  testApp.clock.turn(61)
  await cleanUp(testApp.deps)
  expect(await counts()).toMatchObject({ rate_limit: 0, app_session: 1 })
  testApp.clock.turn(31 * 86_400)
  await sql`UPDATE email_outbox SET details = NULL, given_up_at = created_at`.execute(testApp.db)
  await cleanUp(testApp.deps)
  expect(await counts()).toEqual({
    app_session: 0,
    rate_limit: 0,
    email: 0,
    known_device: 1,
    app_user: 1,
  })
  testApp.clock.turn(365 * 86_400)
  await cleanUp(testApp.deps)
  expect(await counts()).toMatchObject({ known_device: 0, app_user: 1 })
  await testApp.close()
})
