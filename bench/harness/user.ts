import { randomBytes } from 'node:crypto'
import { connect } from '../../server/database/connection.ts'
import { openSession } from '../../server/identity/session.ts'
import type { Environment } from './environment.ts'

/** Someone with an account and a live session. */
export interface User {
  readonly id: number
  readonly email: string
  readonly token: string
}

/** Makes someone who is signed in, without the email that this takes. */
export async function signInSomeone(environment: Environment): Promise<User> {
  const { db } = connect(environment.ownerUrl)
  const now = new Date()
  const email = `user-${randomBytes(4).toString('hex')}@example.lk`
  try {
    const { id } = await db
      .insertInto('app_user')
      .values({ name: 'Nimal Perera', email, created_at: now, verified_at: now, approved_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const from = { device: 'Bench', ip: '127.0.0.1' }
    const { token } = await db
      .transaction()
      .execute((trx) => openSession(trx, randomBytes(32), id, from, now))
    return { id, email, token }
  } finally {
    await db.destroy()
  }
}
