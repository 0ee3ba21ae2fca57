import { useCallback, useState, useSyncExternalStore } from 'react'
import type { EmailState } from '../../contract/sign-in.ts'
import { CODE_LIFE_SECONDS, EMAIL_PAUSE_SECONDS } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, call } from '../api.ts'
import { store, storedJson } from '../storage.ts'
import { emailLanguage } from '../language.ts'
import { now, onTick } from '../page-context.ts'
import { subscribeToNothing } from '../pages.tsx'
import { startSession } from '../session/session-state.ts'

/** Instants are milliseconds since 1970 by this device's clock. */
export interface CodeRequest {
  readonly email: string
  readonly expiresAt: number
  readonly resendAt: number
  /** The email waits, because the mail server does not respond. */
  readonly delayed: boolean
  readonly proposedName?: string | undefined
}

const REQUEST_KEY = 'code_request'
const NAME_KEY = 'registered_name'
/** The message of a login that has sent a code (specification, section 4). */
const SENT_MESSAGE = 'OTP sent to your email'

export async function requestCode(email: string): Promise<CodeRequest> {
  const body = { email, ...emailLanguage() }
  const response: { message?: string; data?: Partial<EmailState> } = await call(
    'POST /api/auth/login',
    { body },
  )
  if (response.message !== SENT_MESSAGE) throw new ApiError(200, t.login.codeNotSent)
  return keepSentCode(email, response.data)
}

/** Survives a reload. */
export function keepSentCode(email: string, sent: Partial<EmailState> = {}): CodeRequest {
  const at = now().getTime()
  const request = {
    email,
    expiresAt: at + (sent.expires_in ?? CODE_LIFE_SECONDS) * 1000,
    resendAt: at + (sent.resend_in ?? EMAIL_PAUSE_SECONDS) * 1000,
    delayed: sent.delivery === 'delayed',
    proposedName: sent.proposed_name,
  }
  keepCodeRequest(request)
  return request
}

export function keepCodeRequest(request: CodeRequest | undefined): void {
  store('sessionStorage', REQUEST_KEY, request ? JSON.stringify(request) : null)
}

/** Undefined while the server's page hydrates, because the server does not have the request. */
export function useKeptCodeRequest(): CodeRequest | undefined {
  const isKept = useSyncExternalStore(subscribeToNothing, hasKeptRequest, () => false)
  const [kept] = useState(readKeptRequest)
  return isKept ? kept : undefined
}

const readKeptRequest = () => storedJson<CodeRequest>('sessionStorage', REQUEST_KEY) ?? undefined
const hasKeptRequest = () => (readKeptRequest()?.expiresAt ?? 0) > now().getTime()

/** Keeps the name typed in a registration. The link of the email opens another tab. */
export function keepRegisteredName(registered: { email: string; name: string } | undefined): void {
  store('localStorage', NAME_KEY, registered ? JSON.stringify(registered) : null)
}

export function registeredName(email: string): string | undefined {
  const kept = storedJson<{ email: string; name: string }>('localStorage', NAME_KEY)
  return kept?.email.toLowerCase() === email.toLowerCase() ? kept.name : undefined
}

interface Opened {
  readonly token?: string
  readonly data?: {
    readonly user?: { readonly name?: string; readonly email?: string }
    readonly approved?: boolean
    readonly admin?: boolean | undefined
  }
}

/** Starts the session that the server has opened. Throws an `ApiError` if there is none. */
export function openSession({ token, data }: Opened, email: string): void {
  if (!token) throw new ApiError(200, t.login.badResponse)
  startSession(token, {
    email: data?.user?.email ?? email,
    name: data?.user?.name ?? '',
    approved: data?.approved ?? true,
    admin: data?.admin ?? false,
  })
  keepCodeRequest(undefined)
  keepRegisteredName(undefined)
}

/**
 * Returns the whole seconds until an instant, 0 after it. Read off the clock at each tick and never
 * counted down, so that it is right at once when a phone wakes.
 */
export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(
    subscribeToTicks,
    useCallback(() => Math.max(0, Math.ceil((until - now().getTime()) / 1000)), [until]),
    () => 0,
  )
}

const subscribeToTicks = (callBack: () => void) => onTick(callBack, 250)
