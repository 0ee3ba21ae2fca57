import { ApiError } from '../api.ts'
import { keepCodeRequest, keepRegisteredName } from '../session/code-request.ts'
import { signIn } from '../session/session-state.ts'
import { t } from '../../text/sentences.ts'

interface Opened {
  readonly token?: string
  readonly data?: {
    readonly user?: { readonly name?: string; readonly email?: string }
    readonly approved?: boolean
    readonly admin?: boolean | undefined
  }
}

/**
 * Takes over the session that the server has opened. Throws an `ApiError` where the response holds
 * none.
 */
export function openSession(response: Opened, email: string): void {
  if (!response.token) throw new ApiError(200, t.login.badResponse)
  const user = response.data?.user
  signIn(response.token, {
    email: user?.email ?? email,
    name: user?.name ?? '',
    approved: response.data?.approved ?? true,
    admin: response.data?.admin ?? false,
  })
  keepCodeRequest(undefined)
  keepRegisteredName(undefined)
}
