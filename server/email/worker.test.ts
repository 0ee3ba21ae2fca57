import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { codeIn, linkTokenIn } from '../testing/received-emails.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import {
  deadMailUrl,
  smtpUrl,
  startMailServer,
  startStrangeServer,
  type MailServer,
  type MailServerOptions,
} from '../../harness/users/mail-server.ts'
import { join, startTcpServer, toPort } from '../../harness/process/tcp-proxy.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { EMAIL_WRITERS } from '../deps.ts'
import { EmailWorker, type Transport } from './worker.ts'
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

const workerWith = (transport: Transport) =>
  new EmailWorker({ deps: testApp.deps, writers: EMAIL_WRITERS, transport, log: testApp.app.log })

function emailWorkerTo(smtpUrl: string, limits?: { first: typeof SHORT; later: typeof SHORT }) {
  const { clock, config } = testApp.deps
  return workerWith(smtpTransport({ ...config, smtpUrl, clock }, limits))
}

let users = 0

/** Registers an address, which queues an email. */
async function registered(): Promise<string> {
  const email = `waiting${++users}@example.lk`
  await new Visitor(testApp).register(email)
  return email
}

const emails = () => testApp.db.selectFrom('email_outbox').selectAll().orderBy('id').execute()

const storedHashes = (email: string) =>
  testApp.db
    .selectFrom('sign_in_code')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select(['code_hash', 'link_hash'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

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

test('code and link are drawn when the email is sent, and its details are deleted', async () => {
  await withServer({}, async (server, emailWorker) => {
    const email = await registered()
    expect(await storedHashes(email)).toEqual({ code_hash: null, link_hash: null })
    await emailWorker.sendDue()
    const [received, ...more] = server.received
    expect(more).toEqual([])
    expect(received?.recipients).toEqual([email])
    const { text = '', html } = received!.mail
    expect(html).toContain(codeIn({ text }))
    expect(text).toContain(`http://localhost:3000/login#token=${linkTokenIn({ text })}\n`)
    expect((await emails())[0]).toMatchObject({ details: null, sent_at: testApp.clock.now() })
    expect((await new Visitor(testApp).inspect(linkTokenIn({ text }))).body.data.email).toBe(email)
    expect((await new Visitor(testApp).verify(email, codeIn({ text }))).status).toBe(200)
  })
})

test('emails wait while the mail server is down and leave once when it is back', async () => {
  const dead = await deadMailUrl()
  const emailWorker = emailWorkerTo(dead)
  const email = await registered()
  emailWorker.wake()
  await vi.waitFor(async () => expect((await emails())[0]?.last_error).toMatch(/^ECONN|^ESOCKET/))
  expect((await new Visitor(testApp).requestCode(email)).body.data.delivery).toBe('delayed')
  const server = await startMailServer({ port: Number(new URL(dead).port) })
  testApp.clock.turn(6)
  emailWorker.wake()
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  await vi.waitFor(async () => expect((await emails())[0]?.sent_at).not.toBeNull())
  expect((await new Visitor(testApp).requestCode(email)).body.data.delivery).toBe('queued')
  await emailWorker.close()
  await server.close()
})

test('a greylisted email (451) is sent again later with a new code', async () => {
  const greylist: MailServerOptions = {
    refuse: (_recipient, times) => (times === 1 ? { status: 451, words: 'try again later' } : null),
  }
  await withServer(greylist, async (server, emailWorker) => {
    const email = await registered()
    await emailWorker.sendDue()
    expect((await emails())[0]?.last_error).toContain('451')
    expect(server.received).toEqual([])
    const first = await storedHashes(email)
    expect(first.code_hash).not.toBeNull()
    testApp.clock.turn(6)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    await vi.waitFor(async () =>
      expect((await emails())[0]).toMatchObject({ attempts: 2, last_error: null }),
    )
    const second = await storedHashes(email)
    expect([second.code_hash, second.link_hash]).not.toContainEqual(first.code_hash)
    const code = codeIn({ text: server.received[0]?.mail.text ?? '' })
    expect((await new Visitor(testApp).verify(email, code)).status).toBe(200)
  })
})

test('a mail server slower than the first attempt’s limit gets the email at a later attempt', async () => {
  const server = await startMailServer()
  const onward = toPort(Number(new URL(server.url).port))
  const slow = await startTcpServer((client) => void setTimeout(() => join(client, onward()), 1000))
  const later = { silence: 60_000, deadline: 60_000 }
  const emailWorker = emailWorkerTo(smtpUrl(slow.port), { first: SHORT, later })
  const email = await registered()
  await emailWorker.sendDue()
  expect((await emails())[0]).toMatchObject({ attempts: 1, sent_at: null })
  testApp.clock.turn(6)
  emailWorker.wake()
  await vi.waitFor(() =>
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]]),
  )
  await emailWorker.close()
  await slow.close()
  await server.close()
})

test('an email is withdrawn when a newer code is requested', async () => {
  const dead = await deadMailUrl()
  const emailWorker = emailWorkerTo(dead)
  const email = await registered()
  await emailWorker.sendDue()
  testApp.clock.turn(61)
  await new Visitor(testApp).requestCode(email)
  const server = await startMailServer({ port: Number(new URL(dead).port) })
  // Longer than any pause: the worker may have tried the first one again by itself.
  testApp.clock.turn(121)
  await emailWorker.sendDue()
  expect(server.received).toHaveLength(1)
  expect((await emails()).map(({ last_error }) => last_error)).toEqual(['withdrawn', null])
  const code = codeIn({ text: server.received[0]?.mail.text ?? '' })
  expect((await new Visitor(testApp).verify(email, code)).status).toBe(200)
  await emailWorker.close()
  await server.close()
})

test('a missing mailbox (550) is not tried again', async () => {
  await withServer(
    { refuse: () => ({ status: 550, words: 'no such user' }) },
    async (_server, emailWorker) => {
      await registered()
      emailWorker.wake()
      await vi.waitFor(async () => expect((await emails())[0]?.given_up_at).not.toBeNull())
      const [email] = await emails()
      expect(email).toMatchObject({ attempts: 1, details: null, sent_at: null })
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
    const emailWorker = emailWorkerTo(smtpUrl(server.port), { first: SHORT, later: SHORT })
    const email = await registered()
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
  const email = await registered()
  testApp.clock.turn(600)
  await withServer({}, async (server, emailWorker) => {
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[0]?.given_up_at).not.toBeNull())
    expect(server.received).toEqual([])
    expect((await emails())[0]).toMatchObject({
      details: null,
      sent_at: null,
      last_error: 'expired',
    })
    await new Visitor(testApp).requestCode(email)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
  })
})

test('two servers send each of 40 queued emails once', async () => {
  await withServer({}, async (server, emailWorker) => {
    const addresses = await Promise.all(Array.from({ length: 40 }, registered))
    const second = emailWorkerTo(server.url)
    emailWorker.wake()
    second.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(40))
    const recipients = server.received.map((received) => received.recipients.join())
    expect(recipients.sort()).toEqual(addresses.sort())
    await vi.waitFor(async () =>
      expect((await emails()).every(({ sent_at }) => sent_at !== null)).toBe(true),
    )
    await second.close()
    expect(server.received).toHaveLength(40)
  })
})

test('an email taken by a dead process is free after a minute', async () => {
  await withServer({}, async (server, emailWorker) => {
    await registered()
    const lease = new Date(testApp.clock.now().getTime() + 60_000)
    await sql`UPDATE email_outbox SET lease_until = ${lease}, attempts = 1`.execute(testApp.db)
    emailWorker.wake()
    // Another email passes it by.
    await registered()
    emailWorker.wake()
    await vi.waitFor(async () => expect((await emails())[1]?.sent_at).not.toBeNull())
    expect(server.received).toHaveLength(1)
    testApp.clock.turn(60)
    emailWorker.wake()
    await vi.waitFor(() => expect(server.received).toHaveLength(2))
  })
})

test('closing cuts off a hanging attempt and keeps the email', async () => {
  const server = await startStrangeServer('silent')
  const emailWorker = emailWorkerTo(smtpUrl(server.port))
  await registered()
  emailWorker.wake()
  await vi.waitFor(() => expect(server.open.size).toBe(1))
  await emailWorker.close()
  expect((await emails())[0]).toMatchObject({ sent_at: null, given_up_at: null })
  expect((await emails())[0]?.details).not.toBeNull()
  await server.close()
})

test('an email that cannot be composed blocks no other', async () => {
  await withServer({}, async (server, emailWorker) => {
    await registered()
    const email = await registered()
    await sql`UPDATE email_outbox SET details = '{"language": "xx"}'
      WHERE id = (SELECT min(id) FROM email_outbox)`.execute(testApp.db)
    await emailWorker.sendDue()
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[email]])
    expect((await emails())[0]).toMatchObject({ sent_at: null, given_up_at: null })
  })
})

test('pauses double from 5 s to 2 minutes with jitter', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 5, 6, 20].map((attempt) => pauseSeconds(attempt, () => random))
  expect(pauses(1)).toEqual([5, 10, 20, 80, 120, 120])
  expect(pauses(0)).toEqual([2.5, 5, 10, 40, 60, 60])
})
