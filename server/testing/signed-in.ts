import { openSession } from '../sign-in/session.ts'
import type { TestApp } from './test-app.ts'

export interface TestPerson {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly token: string
  /** For `app.inject`. */
  readonly headers: { readonly authorization: string }
}

/** Someone who is registered and signed in, without letters: for tests of everything behind the sign-in. */
export async function signedInPerson(
  { db, deps, clock }: TestApp,
  email = 'nimal@example.lk',
  name = 'Nimal Perera',
): Promise<TestPerson> {
  const { token, id } = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('app_user')
      .values({ email, name, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    const user = await trx
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const from = { device: 'test device', ip: '127.0.0.1' }
    const session = await openSession(trx, deps.secretKey, user.id, from, clock.now())
    return { token: session.token, id: user.id }
  })
  return { id, name, email, token, headers: { authorization: `Bearer ${token}` } }
}
