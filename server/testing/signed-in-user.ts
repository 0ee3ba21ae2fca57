import type { Db } from '../database/schema.ts'
import { openSession } from '../identity/session.ts'
import type { TestApp } from './test-app.ts'

export interface SignedInUser {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly headers: { readonly authorization: string }
}

const FROM = { device: 'Test', ip: '127.0.0.1' }
let users = 0

/** Creates a user with a live session, without an email. */
export async function signedInUser(
  test: TestApp,
  name = 'Nimal Perera',
  email = `user${++users}@example.lk`,
): Promise<SignedInUser> {
  const { id, token } = await createSignedInUser(
    test.db,
    test.deps.secretKey,
    name,
    email,
    test.clock.now(),
  )
  return { id, name, email, headers: { authorization: `Bearer ${token}` } }
}

/** The same on any database: verified, approved, with a session. */
export async function createSignedInUser(
  db: Db,
  secretKey: Buffer,
  name: string,
  email: string,
  now: Date,
): Promise<{ readonly id: number; readonly token: string }> {
  const { id } = await db
    .insertInto('app_user')
    .values({ name, email, created_at: now, verified_at: now, approved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await db
    .transaction()
    .execute((trx) => openSession(trx, [secretKey], id, FROM, now))
  return { id, token }
}
