import type { FastifyBaseLogger } from 'fastify'
import { expect, test, vi } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { codeIn, linkTokenIn } from '../testing/received-emails.ts'
import { startMailServer } from '../../harness/users/mail-server.ts'
import type { Email } from '../email/compose.ts'
import { startTestApp } from '../testing/test-app.ts'
import { bearer, otherCode, Visitor } from './sign-in.fixture.ts'

/** Keeps every line of every level. */
function keepingLog(lines: string[]): FastifyBaseLogger {
  const write = (...parts: unknown[]) =>
    void lines.push(parts.map((part) => JSON.stringify(part)).join(' '))
  const log = {
    level: 'trace',
    fatal: write,
    error: write,
    warn: write,
    info: write,
    debug: write,
    trace: write,
  }
  const kept = {
    ...log,
    silent: () => undefined,
    child: () => kept,
  } as unknown as FastifyBaseLogger
  return kept
}

test('no code and no token is logged at any level', async () => {
  const lines: string[] = []
  const server = await startMailServer({
    refuse: (recipient) => (recipient.startsWith('refused') ? { status: 550, words: 'no' } : null),
  })
  const testApp = await startTestApp({ env: { SMTP_URL: server.url } })
  const app = await buildApp(
    await createDependencies({ ...testApp.deps, background: true, log: keepingLog(lines) }),
  )
  await app.ready()
  const visitor = new Visitor({ app })
  await visitor.register('refused@example.lk')
  await visitor.register('nimal@example.lk')
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  const email = { text: server.received[0]?.mail.text ?? '' } as Email
  const [code, link] = [codeIn(email), linkTokenIn(email)]
  await visitor.verify('nimal@example.lk', otherCode(code))
  const { token } = (await visitor.verify('nimal@example.lk', code)).body
  await visitor.redeem(link)
  await visitor.user(token)
  const made = { name: 'script', scope: 'write' }
  const { body } = await visitor.send(createAccessToken, made, bearer(token))
  await visitor.user(body.token)
  await app.inject({
    url: `/api/nothing?token=${token}`,
    headers: { authorization: `Bearer ${token}` },
  })
  await vi.waitFor(() => expect(lines.join('\n')).toContain('EENVELOPE'))
  await app.close()
  await testApp.close()
  await server.close()
  for (const secret of [link, token, body.token, code])
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
})
