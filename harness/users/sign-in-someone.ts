import { randomBytes } from 'node:crypto'
import { createSignedInUser } from '../../server/testing/signed-in-user.ts'
import type { Environment } from '../database/environment.ts'

/** Someone with an account and a live session. */
export interface User {
  readonly id: number
  readonly email: string
  readonly token: string
}

/** Makes someone who is signed in, without the email that this takes. */
export async function signInSomeone({ owner }: Environment): Promise<User> {
  const email = `user-${randomBytes(4).toString('hex')}@example.lk`
  const made = await createSignedInUser(owner, randomBytes(32), 'Nimal Perera', email, new Date())
  return { email, ...made }
}
