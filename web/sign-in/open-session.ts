import { ApiFault } from '../api.ts'
import { signIn } from './session.ts'
import { keepCodeRequest } from './code-request.ts'

interface Opened {
  readonly token?: string
  readonly data?: { readonly user?: { readonly email?: string } }
}

/** Takes over the session that the server has opened. Throws an `ApiFault` where the answer holds none. */
export function openSession(answer: Opened, email: string): void {
  if (!answer.token) throw new ApiFault(200, 'Invalid OTP verification response')
  signIn(answer.token, { email: answer.data?.user?.email ?? email })
  keepCodeRequest(undefined)
}
