import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, newestSecrets, newUser, otherCode, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile()

const sessionsOf = async (email: string) =>
  testApp.db
    .selectFrom('app_session')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('email', '=', email)
    .select('app_session.id')
    .execute()

const storedCounts = async (email: string) =>
  testApp.db
    .selectFrom('sign_in_code')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('email', '=', email)
    .select(['tries', 'failures', 'failures_in_a_row', 'paused_until'])
    .executeTakeFirstOrThrow()

test('a code works at 599 s and not at 601 s', async () => {
  const visitor = new Visitor(testApp)
  const early = await newUser(testApp)
  testApp.clock.turn(599)
  expect((await visitor.verify(early.email, early.code)).status).toBe(200)
  const late = await newUser(testApp)
  testApp.clock.turn(601)
  const refused = await visitor.verify(late.email, late.code)
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'code_expired', message: 'OTP has expired. Please request a new one.' },
  })
  expect((await visitor.redeem(late.link)).body.code).toBe('link_dead')
})

test('the right code returns the user and a working token', async () => {
  const visitor = new Visitor(testApp)
  const { email, code } = await newUser(testApp)
  const { status, headers, body } = await visitor.verify(
    email.toUpperCase(),
    `${code.slice(0, 3)} ${code.slice(3)}`,
  )
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  expect(body).toEqual({
    message: `Signed in as ${email}`,
    token: expect.stringMatching(/^[\w-]{43}$/) as string,
    data: {
      user: { id: expect.any(Number) as number, name: 'Nimal Perera', email },
      approved: true,
    },
  })
  expect((await visitor.user(body.token)).body.data.user.email).toBe(email)
})

test('a suspended user signs in neither with the code nor with the link', async () => {
  const { email, code, link } = await newUser(testApp)
  await testApp.db
    .updateTable('app_user')
    .set({ suspended_at: testApp.clock.now() })
    .where('email', '=', email)
    .execute()
  const visitor = new Visitor(testApp)
  expect((await visitor.verify(email, code)).status).toBe(400)
  expect((await visitor.redeem(link)).body.code).toBe('link_dead')
  expect(await sessionsOf(email)).toEqual([])
})

test('one code sent 50 times at once makes one session, 5 times of 5', async () => {
  let exact = 0
  for (let trial = 0; trial < 5; trial++) {
    const { email, code } = await newUser(testApp)
    const responses = await atOnce(50, () => new Visitor(testApp).verify(email, code))
    const accepted = responses.filter(({ status }) => status === 200).length
    if (accepted === 1 && (await sessionsOf(email)).length === 1) exact++
  }
  expect(exact).toBe(5)
})

test('200 concurrent wrong codes count as 5 and block the right one, 3 times of 3', async () => {
  let held = 0
  for (let trial = 0; trial < 3; trial++) {
    const { email, code } = await newUser(testApp)
    const responses = await atOnce(200, (n) =>
      new Visitor(testApp).verify(email, otherCode(code, n + 1)),
    )
    const right = await new Visitor(testApp).verify(email, code)
    const { tries, failures_in_a_row: failures } = await storedCounts(email)
    // 503 is a loaded machine that lets calls wait for a connection no longer than 2 s: refused as
    // well.
    const refused = [...responses, right].every(({ status }) => status === 400 || status === 503)
    if (refused && tries === 5 && failures === 5 && (await sessionsOf(email)).length === 0) held++
  }
  expect(held).toBe(3)
})

test('a wrong code returns the tries left; wrong, used and unknown codes read alike', async () => {
  const visitor = new Visitor(testApp)
  const { email, code } = await newUser(testApp)
  const left: (number | undefined)[] = []
  const sentences = new Set<string>()
  for (let n = 1; n <= 6; n++) {
    const { status, body } = await visitor.verify(email, otherCode(code, n))
    expect(status).toBe(400)
    left.push(body.tries_left)
    sentences.add(body.message)
  }
  expect(left).toEqual([4, 3, 2, 1, 0, 0])
  const used = await newUser(testApp)
  await visitor.verify(used.email, used.code)
  for (const [address, otp] of [
    [used.email, used.code],
    ['nobody@example.lk', '123456'],
  ] as const)
    sentences.add((await visitor.verify(address, otp)).body.message)
  expect([...sentences]).toEqual(['That OTP is not right, or a newer one has replaced it.'])
})

test('only the newest code of the same address works, 20 times of 20', async () => {
  const users = await atOnce(20, () => newUser(testApp))
  testApp.clock.turn(61)
  const trials = users.map(async ({ email, code, link }, index) => {
    const visitor = new Visitor(testApp)
    await visitor.requestCode(email)
    const newest = await newestSecrets(testApp, email)
    // Two draws of a million are the same once in a million; then another stands for the older
    // code.
    const not = (other: string) => (other === newest.code ? otherCode(other) : other)
    const older = await visitor.verify(email, not(code))
    const foreign = await visitor.verify(email, not(users[(index + 1) % 20]?.code ?? code))
    const replaced = await visitor.redeem(link)
    const right = await visitor.verify(email, newest.code)
    return [older, foreign, replaced, right].map(({ status }) => status).join()
  })
  const refused = (await Promise.all(trials)).filter(
    (statuses) => statuses === '400,400,400,200',
  ).length
  expect(refused).toBe(20)
})

test('20 wrong codes in an hour pause codes for 15 minutes, across new codes and addresses', async () => {
  const { email } = await newUser(testApp)
  for (let round = 0; round < 4; round++) {
    const { code } = await newestSecrets(testApp, email)
    for (let n = 1; n <= 5; n++) await new Visitor(testApp).verify(email, otherCode(code, n))
    testApp.clock.turn(61)
    await new Visitor(testApp).requestCode(email)
  }
  const { code, link } = await newestSecrets(testApp, email)
  const stopped = await new Visitor(testApp).verify(email, code)
  expect(stopped.status).toBe(429)
  expect(stopped.body.message).toBe(
    'Too many wrong OTPs for this address. Try again in 14 minutes, or use the link in the email.',
  )
  expect(stopped.headers['retry-after']).toBe('839')

  // The count is in the database: another server, or this one after a crash, knows it.
  const restarted = await buildApp(await createDependencies(testApp.deps))
  expect((await new Visitor({ app: restarted }).verify(email, code)).status).toBe(429)
  await restarted.close()

  expect((await new Visitor(testApp).redeem(link)).status).toBe(200)
  testApp.clock.turn(3600)
  await new Visitor(testApp).requestCode(email)
  const fresh = await newestSecrets(testApp, email)
  expect((await new Visitor(testApp).verify(email, fresh.code)).status).toBe(200)
})

test('100 wrong codes in a row leave only the link', async () => {
  const { email } = await newUser(testApp)
  for (let round = 0; round < 21; round++) {
    const { code } = await newestSecrets(testApp, email)
    await atOnce(6, (n) => new Visitor(testApp).verify(email, otherCode(code, n + 1)))
    testApp.clock.turn(3600)
    await new Visitor(testApp).requestCode(email)
  }
  const { failures_in_a_row: failures } = await storedCounts(email)
  const { code, link } = await newestSecrets(testApp, email)
  const right = await new Visitor(testApp).verify(email, code)
  const audited = (await shownEntries(testApp.db)).filter(
    ({ action, user_email: by }) => by === email && action === 'failed login',
  )
  expect({ failures, audited: audited.length, right: right.status }).toEqual({
    failures: 100,
    audited: 100,
    right: 429,
  })
  expect(right.body.message).toMatch(/^100 wrong OTPs in a row/)
  expect((await new Visitor(testApp).redeem(link)).status).toBe(200)
  expect((await storedCounts(email)).failures_in_a_row).toBe(0)
})

test('exactly the counted failures are audited', async () => {
  const { email, code } = await newUser(testApp)
  await atOnce(30, (n) => new Visitor(testApp).verify(email, otherCode(code, n + 1)))
  await new Visitor(testApp).verify('stranger@example.lk', '123456')
  const entries = (await shownEntries(testApp.db)).filter(({ user_email: by }) =>
    [email, 'stranger@example.lk'].includes(by ?? ''),
  )
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...Array<string>(5).fill('failed login'),
    'register',
  ])
  expect(entries.some(({ metadata }) => metadata.includes(code))).toBe(false)
})
