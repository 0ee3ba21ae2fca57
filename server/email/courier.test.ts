import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { newPerson, Visitor } from '../sign-in/sign-in.fixture.ts'
import {
  deadMailUrl,
  startMailServer,
  startStrangeServer,
  type MailServer,
  type MailServerOptions,
} from '../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { Courier } from './courier.ts'
import { pauseSeconds } from './outbox.ts'
import { smtpCarrier } from './smtp-carrier.ts'

/** The application posts letters; couriers of these tests carry them, under the test's clock. */
let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())
beforeEach(async () => {
  await sql`DELETE FROM letter`.execute(house.db)
})

/** For servers that never answer. One that does is given the usual time, which a busy machine may need. */
const SHORT = { silence: 300, deadline: 600 }

function courierTo(smtpUrl: string, limits?: typeof SHORT): Courier {
  const { db, secretKey, clock, config } = house.deps
  const carrier = smtpCarrier({ ...config, smtpUrl, clock }, limits && { first: limits, later: limits })
  return new Courier({ db, secretKeys: [secretKey], clock, carrier, log: house.app.log })
}

const letters = () =>
  house.db
    .selectFrom('letter')
    .select(['id', 'attempts', 'sealed', 'sent_at', 'given_up_at', 'next_attempt_at', 'last_error'])
    .orderBy('id')
    .execute()

async function withServer(
  options: MailServerOptions,
  act: (server: MailServer, courier: Courier) => Promise<void>,
): Promise<void> {
  const server = await startMailServer(options)
  const courier = courierTo(server.url)
  await act(server, courier)
  await courier.close()
  await server.close()
}

test('a letter reaches the mail server whole, and its content is erased', async () => {
  await withServer({}, async (server, courier) => {
    const { email, code, link } = await newPerson(house)
    courier.wake()
    await vi.waitFor(async () => expect((await letters())[0]?.sent_at).not.toBeNull())
    const [received, ...more] = server.received
    expect(more).toEqual([])
    expect(received?.recipients).toEqual([email])
    expect(received?.mail.text).toMatch(new RegExp(`^${code}$`, 'm'))
    expect(received?.mail.html).toContain(code)
    expect(received?.mail.text).toContain(`http://localhost:3000/login#token=${link}\n`)
    expect((await letters())[0]?.sealed).toBeNull()
  })
})

test('while the mail server is down letters wait, whoever asks is told, and each leaves once when it is back', async () => {
  const dead = await deadMailUrl()
  const courier = courierTo(dead)
  const { email, code } = await newPerson(house)
  courier.wake()
  await vi.waitFor(async () => expect((await letters())[0]?.last_error).toMatch(/^ECONN|^ESOCKET/))
  expect((await new Visitor(house).requestCode(email)).body.data.delivery).toBe('delayed')
  const server = await startMailServer({ port: Number(new URL(dead).port) })
  house.clock.turn(6)
  courier.wake()
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  expect(server.received[0]?.mail.text).toContain(code)
  await vi.waitFor(async () => expect((await letters())[0]?.sent_at).not.toBeNull())
  expect((await new Visitor(house).requestCode(email)).body.data.delivery).toBe('queued')
  await courier.close()
  await server.close()
})

test('a mail server that greylists (451) gets the letter again later, under the same Message-ID', async () => {
  const greylist: MailServerOptions = {
    refuse: (_recipient, times) => (times === 1 ? { status: 451, words: 'try again later' } : null),
  }
  await withServer(greylist, async (server, courier) => {
    await newPerson(house)
    courier.wake()
    await vi.waitFor(async () => expect((await letters())[0]?.last_error).toContain('451'))
    expect(server.received).toEqual([])
    house.clock.turn(6)
    courier.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    await vi.waitFor(async () =>
      expect((await letters())[0]).toMatchObject({ attempts: 2, last_error: null }),
    )
  })
})

test('a mailbox that does not exist (550) is not tried again', async () => {
  await withServer({ refuse: () => ({ status: 550, words: 'no such user' }) }, async (_server, courier) => {
    await newPerson(house)
    courier.wake()
    await vi.waitFor(async () => expect((await letters())[0]?.given_up_at).not.toBeNull())
    const [letter] = await letters()
    expect(letter).toMatchObject({ attempts: 1, sealed: null, sent_at: null })
    expect(letter?.last_error).toMatch(/EENVELOPE 550/)
  })
})

test.each(['silent', 'dripping'] as const)(
  'a mail server that is %s is left at the deadline, and the letter is kept',
  async (manner) => {
    const server = await startStrangeServer(manner)
    const courier = courierTo(server.url, SHORT)
    const { email } = await newPerson(house)
    courier.wake()
    await vi.waitFor(() => expect(server.connections.open).toBe(1))
    // The attempt hangs, and signing in goes on.
    expect((await new Visitor(house).requestCode(email)).status).toBe(200)
    await vi.waitFor(async () => expect((await letters())[0]?.last_error).not.toBeNull())
    await vi.waitFor(() => expect(server.connections.open).toBe(0))
    expect((await letters())[0]).toMatchObject({ attempts: 1, given_up_at: null, sent_at: null })
    await courier.close()
    await server.close()
  },
)

test('a code that has expired is never sent', async () => {
  const { email } = await newPerson(house)
  house.clock.turn(600)
  await withServer({}, async (server, courier) => {
    courier.wake()
    await vi.waitFor(async () => expect((await letters())[0]?.given_up_at).not.toBeNull())
    expect(server.received).toEqual([])
    expect((await letters())[0]).toMatchObject({ sealed: null, sent_at: null, last_error: 'expired' })
    await new Visitor(house).requestCode(email)
    courier.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
  })
})

test('two servers empty one outbox of 40 letters, and each letter leaves once', async () => {
  await withServer({}, async (server, courier) => {
    const people = await Promise.all(Array.from({ length: 40 }, () => newPerson(house)))
    const second = courierTo(server.url)
    courier.wake()
    second.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(40))
    const recipients = server.received.map((received) => received.recipients.join())
    expect(recipients.sort()).toEqual(people.map(({ email }) => email).sort())
    await vi.waitFor(async () =>
      expect((await letters()).every(({ sent_at }) => sent_at !== null)).toBe(true),
    )
    await second.close()
    expect(server.received).toHaveLength(40)
  })
})

test('a letter that a dead process had taken is free again after a minute', async () => {
  await withServer({}, async (server, courier) => {
    await newPerson(house)
    const lease = new Date(house.clock.now().getTime() + 60_000)
    await sql`UPDATE letter SET lease_until = ${lease}, attempts = 1`.execute(house.db)
    courier.wake()
    // Another letter passes it by.
    await newPerson(house)
    courier.wake()
    await vi.waitFor(async () => expect((await letters())[1]?.sent_at).not.toBeNull())
    expect(server.received).toHaveLength(1)
    house.clock.turn(60)
    courier.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(2))
  })
})

test('a stop cuts off an attempt that hangs, and the letter stays', async () => {
  const server = await startStrangeServer('silent')
  const { db, secretKey, clock, config } = house.deps
  const carrier = smtpCarrier({ ...config, smtpUrl: server.url, clock })
  const courier = new Courier({ db, secretKeys: [secretKey], clock, carrier, log: house.app.log })
  await newPerson(house)
  courier.wake()
  await vi.waitFor(() => expect(server.connections.open).toBe(1))
  await courier.close()
  expect((await letters())[0]).toMatchObject({ sent_at: null, given_up_at: null })
  expect((await letters())[0]?.sealed).not.toBeNull()
  await server.close()
})

test('a letter that cannot be opened, as after a change of key, stops no other', async () => {
  await withServer({}, async (server, courier) => {
    await newPerson(house)
    const { email } = await newPerson(house)
    await sql`UPDATE letter SET sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40))
      WHERE id = (SELECT min(id) FROM letter)`.execute(house.db)
    courier.wake()
    await vi.waitFor(() => expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]]))
  })
})

test('pauses double from 5 s to 2 minutes and have jitter', () => {
  const pauses = (random: number) => [1, 2, 3, 5, 6, 20].map((attempt) => pauseSeconds(attempt, () => random))
  expect(pauses(1)).toEqual([5, 10, 20, 80, 120, 120])
  expect(pauses(0)).toEqual([2.5, 5, 10, 40, 60, 60])
})
