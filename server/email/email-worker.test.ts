import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { newUser, Visitor } from '../sign-in/sign-in.fixture.ts'
import {
  deadMailUrl,
  smtpUrl,
  startMailServer,
  startStrangeServer,
  type MailServer,
  type MailServerOptions,
} from '../../harness/users/mail-server.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { EmailWorker } from './email-worker.ts'
import { pauseSeconds } from './outbox.ts'
import { smtpTransport } from './smtp-transport.ts'

/** The application posts emails; emailWorkers of these tests carry them, under the test's clock. */
const testApp = await testAppOfFile()
beforeEach(async () => {
  await sql`DELETE FROM email_outbox`.execute(testApp.db)
})

/**
 * For servers that never answer. One that does is given the usual time, which a busy machine may
 * need.
 */
const SHORT = { silence: 300, deadline: 600 }

function emailWorkerTo(smtpUrl: string, limits?: typeof SHORT): EmailWorker {
  const { db, secretKey, clock, config } = testApp.deps
  const transport = smtpTransport(
    { ...config, smtpUrl, clock },
    limits && { first: limits, later: limits },
  )
  return new EmailWorker({ db, secretKeys: [secretKey], clock, transport, log: testApp.app.log })
}

const emails = () =>
  testApp.db
    .selectFrom('email_outbox')
    .select([
      'id',
      'attempts',
      'encrypted',
      'sent_at',
      'given_up_at',
      'next_attempt_at',
      'last_error',
    ])
    .orderBy('id')
    .execute()

async function withServer(
  options: MailServerOptions,
  act: (server: MailServer, emailWorker: EmailWorker) => Promise<void>,
): Promise<void> {
  const server = await startMailServer(options)
  const emailWorker = emailWorkerTo(server.url)
  await act(server, emailWorker)
  await emailWorker.close()
  await server.close()
}

test('an email arrives at the mail server whole, and its content is erased', async () => {
  await withServer({}, async (server, emailWorker) => {
    const { email, code, link } = await newUser(testApp)
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[0]?.sent_at).not.toBeNull())
    const [received, ...more] = server.received
    expect(more).toEqual([])
    expect(received?.recipients).toEqual([email])
    expect(received?.mail.text).toMatch(new RegExp(`^${code}$`, 'm'))
    expect(received?.mail.html).toContain(code)
    expect(received?.mail.text).toContain(`http://localhost:3000/login#token=${link}\n`)
    expect((await emails())[0]?.encrypted).toBeNull()
  })
})

test('while the mail server is down emails wait, whoever asks is informed, and each leaves once when it is back', async () => {
  const dead = await deadMailUrl()
  const emailWorker = emailWorkerTo(dead)
  const { email, code } = await newUser(testApp)
  emailWorker.wake()
  await vi.waitFor(async () => expect((await emails())[0]?.last_error).toMatch(/^ECONN|^ESOCKET/))
  expect((await new Visitor(testApp).requestCode(email)).body.data.delivery).toBe('delayed')
  const server = await startMailServer({ port: Number(new URL(dead).port) })
  testApp.clock.turn(6)
  emailWorker.wake()
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  expect(server.received[0]?.mail.text).toContain(code)
  await vi.waitFor(async () => expect((await emails())[0]?.sent_at).not.toBeNull())
  expect((await new Visitor(testApp).requestCode(email)).body.data.delivery).toBe('queued')
  await emailWorker.close()
  await server.close()
})

test('a mail server that greylists (451) gets the email again later, under the same Message-ID', async () => {
  const greylist: MailServerOptions = {
    refuse: (_recipient, times) => (times === 1 ? { status: 451, words: 'try again later' } : null),
  }
  await withServer(greylist, async (server, emailWorker) => {
    await newUser(testApp)
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[0]?.last_error).toContain('451'))
    expect(server.received).toEqual([])
    testApp.clock.turn(6)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    await vi.waitFor(async () =>
      expect((await emails())[0]).toMatchObject({ attempts: 2, last_error: null }),
    )
  })
})

test('a mailbox that does not exist (550) is not tried again', async () => {
  await withServer(
    { refuse: () => ({ status: 550, words: 'no such user' }) },
    async (_server, emailWorker) => {
      await newUser(testApp)
      emailWorker.wake()
      await vi.waitFor(async () => expect((await emails())[0]?.given_up_at).not.toBeNull())
      const [email] = await emails()
      expect(email).toMatchObject({ attempts: 1, encrypted: null, sent_at: null })
      expect(email?.last_error).toMatch(/EENVELOPE 550/)
      // To whoever is next that is no sign of a mail server that takes nothing.
      const { body } = await new Visitor(testApp).register('next@example.lk')
      expect(body.data.delivery).toBe('queued')
    },
  )
})

test.each(['silent', 'dripping'] as const)(
  'a mail server that is %s is left at the deadline, and the email is kept',
  async (manner) => {
    const server = await startStrangeServer(manner)
    const emailWorker = emailWorkerTo(smtpUrl(server.port), SHORT)
    const { email } = await newUser(testApp)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    // The attempt hangs, and signing in goes on.
    expect((await new Visitor(testApp).requestCode(email)).status).toBe(200)
    await vi.waitFor(async () => expect((await emails())[0]?.last_error).not.toBeNull())
    await vi.waitFor(() => expect(server.open.size).toBe(0))
    expect((await emails())[0]).toMatchObject({ attempts: 1, given_up_at: null, sent_at: null })
    await emailWorker.close()
    await server.close()
  },
)

test('a code that has expired is never sent', async () => {
  const { email } = await newUser(testApp)
  testApp.clock.turn(600)
  await withServer({}, async (server, emailWorker) => {
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[0]?.given_up_at).not.toBeNull())
    expect(server.received).toEqual([])
    expect((await emails())[0]).toMatchObject({
      encrypted: null,
      sent_at: null,
      last_error: 'expired',
    })
    await new Visitor(testApp).requestCode(email)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
  })
})

test('two servers empty one outbox of 40 emails, and each email leaves once', async () => {
  await withServer({}, async (server, emailWorker) => {
    const users = await Promise.all(Array.from({ length: 40 }, () => newUser(testApp)))
    const second = emailWorkerTo(server.url)
    emailWorker.wake()
    second.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(40))
    const recipients = server.received.map((received) => received.recipients.join())
    expect(recipients.sort()).toEqual(users.map(({ email }) => email).sort())
    await vi.waitFor(async () =>
      expect((await emails()).every(({ sent_at }) => sent_at !== null)).toBe(true),
    )
    await second.close()
    expect(server.received).toHaveLength(40)
  })
})

test('an email that a dead process had taken is free again after a minute', async () => {
  await withServer({}, async (server, emailWorker) => {
    await newUser(testApp)
    const lease = new Date(testApp.clock.now().getTime() + 60_000)
    await sql`UPDATE email_outbox SET lease_until = ${lease}, attempts = 1`.execute(testApp.db)
    emailWorker.wake()
    // Another email passes it by.
    await newUser(testApp)
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[1]?.sent_at).not.toBeNull())
    expect(server.received).toHaveLength(1)
    testApp.clock.turn(60)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(2))
  })
})

test('a stop cuts off an attempt that hangs, and the email stays', async () => {
  const server = await startStrangeServer('silent')
  const { db, secretKey, clock, config } = testApp.deps
  const transport = smtpTransport({ ...config, smtpUrl: smtpUrl(server.port), clock })
  const emailWorker = new EmailWorker({
    db,
    secretKeys: [secretKey],
    clock,
    transport,
    log: testApp.app.log,
  })
  await newUser(testApp)
  emailWorker.wake()
  await vi.waitFor(() => expect(server.open.size).toBe(1))
  await emailWorker.close()
  expect((await emails())[0]).toMatchObject({ sent_at: null, given_up_at: null })
  expect((await emails())[0]?.encrypted).not.toBeNull()
  await server.close()
})

test('an email that cannot be opened, as after a change of key, stops no other', async () => {
  await withServer({}, async (server, emailWorker) => {
    await newUser(testApp)
    const { email } = await newUser(testApp)
    await sql`UPDATE email_outbox SET encrypted = set_byte(encrypted, 40, 255 - get_byte(encrypted, 40))
      WHERE id = (SELECT min(id) FROM email_outbox)`.execute(testApp.db)
    emailWorker.wake()
    await vi.waitFor(() =>
      expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]]),
    )
  })
})

test('pauses double from 5 s to 2 minutes and have jitter', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 5, 6, 20].map((attempt) => pauseSeconds(attempt, () => random))
  expect(pauses(1)).toEqual([5, 10, 20, 80, 120, 120])
  expect(pauses(0)).toEqual([2.5, 5, 10, 40, 60, 60])
})
