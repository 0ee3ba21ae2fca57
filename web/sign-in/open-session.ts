import { ApiFault } from '../api.ts'
import { keepCodeRequest } from './code-request.ts'
import { signIn } from './session.ts'

interface Opened {
  readonly token?: string
  readonly data?: {
    readonly user?: { readonly name?: string; readonly email?: string }
    readonly approved?: boolean
  }
}

/** Takes over the session that the server has opened. Throws an `ApiFault` where the answer holds none. */
export function openSession(answer: Opened, email: string): void {
  if (!answer.token) throw new ApiFault(200, 'Invalid OTP verification response')
  const user = answer.data?.user
  signIn(answer.token, {
    email: user?.email ?? email,
    name: user?.name ?? '',
    approved: answer.data?.approved ?? true,
  })
  keepCodeRequest(undefined)
}
