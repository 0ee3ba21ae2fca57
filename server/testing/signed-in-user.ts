import { openSession } from '../identity/session.ts'
import type { TestApp } from './test-app.ts'

/** Someone with a live session, for tests about what comes after signing in. */
export interface SignedInUser {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly headers: { readonly authorization: string }
}

let users = 0

/** Makes a user with a live session, without the email that signing in takes. */
export async function signedInUser(test: TestApp, name = 'Nimal Perera'): Promise<SignedInUser> {
  const email = `user${++users}@example.lk`
  const now = test.clock.now()
  const { id } = await test.db
    .insertInto('app_user')
    .values({ name, email, created_at: now, verified_at: now, approved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await test.db
    .transaction()
    .execute((trx) => openSession(trx, test.deps.secretKey, id, { device: 'Test', ip: '127.0.0.1' }, now))
  return { id, name, email, headers: { authorization: `Bearer ${token}` } }
}
