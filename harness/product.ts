import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { Currency } from '../domain/currency.ts'
import { EMAIL_PAUSE_SECONDS } from '../domain/identity/account.ts'
import { buildApp } from '../server/app.ts'
import { createDependencies } from '../server/deps.ts'
import { signedInUser } from '../server/testing/signed-in-user.ts'
import { startTestApp } from '../server/testing/test-app.ts'
import { freePort } from '../server/operations/free-port.ts'
import { putRecorded, type Recorded } from './recorded-rates.ts'
import { visit, type VisitorOptions } from './browser/visitor.ts'
import { startMailServer } from './users/mail-server.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>

export interface User {
  readonly name: string
  readonly email: string
  readonly token: string
  enters(currency: Currency, date: string, rate: number): Promise<void>
  posts(path: string, body: object): Promise<void>
}

export interface ProductOptions {
  /** ISO 8601; 29 September 2026, noon in Colombo, by default. */
  readonly now?: string
  readonly env?: Readonly<Record<string, string>>
  readonly recorded?: Recorded
}

const DIST = join(import.meta.dirname, '..', 'dist')

export async function startProduct(options: ProductOptions = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const post = await startMailServer()
  const env = { PORT: String(port), PUBLIC_URL: url, SMTP_URL: post.url, ...options.env }
  const test = await startTestApp({ ...options, env, webRoot: DIST, background: true })
  let app: FastifyInstance = test.app
  const listen = () => app.listen({ port, host: '127.0.0.1' })
  const tell = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  const stop = async () => {
    const closed = app.close()
    app.server.closeAllConnections()
    await closed
  }
  const start = async () => {
    const deps = await createDependencies(test.deps)
    await deps.liveRateBook.catchUpNow()
    app = await buildApp(deps)
    await listen()
  }
  if (options.recorded) {
    await stop()
    await putRecorded(test.db, test.clock.now(), options.recorded)
    await start()
  } else await listen()
  afterAll(async () => {
    await stop()
    await Promise.all([test.close(), post.close()])
  })
  const site = { url, test, post }
  return {
    ...site,
    visit: (visitor?: VisitorOptions) => visit(site, visitor),
    async user(name?: string, email?: string): Promise<User> {
      const { headers, ...made } = await signedInUser(test, name, email)
      const token = headers.authorization.replace('Bearer ', '')
      const posts: User['posts'] = (path, body) => tell(path, body, token)
      const enters: User['enters'] = (base_currency, date, rate) =>
        posts('/api/exchange-rate/manual', { base_currency, date, rate })
      return { ...made, token, posts, enters }
    },
    /** Someone without a session, whose address was verified a minute ago. */
    async account(email: string, name = 'Kamala Silva') {
      await tell('/api/auth/register', { name, email })
      await post.next(email)
      const verified_at = test.clock.now()
      await test.db
        .updateTable('app_user')
        .set({ verified_at })
        .where('email', '=', email.toLowerCase())
        .execute()
      // So that an email may be asked for at once.
      test.clock.turn(EMAIL_PAUSE_SECONDS)
    },
    /** The port refuses connections until `start`; the database stays. */
    stop,
    start,
  }
}
