import { useSyncExternalStore } from 'react'
import type { EmailState } from '../../contract/sign-in.ts'
import { CODE_LIFE_SECONDS, EMAIL_PAUSE_SECONDS } from '../../domain/identity/sign-in-code.ts'
import { ApiError, call } from '../api.ts'
import { store, storedJson } from '../storage.ts'
import { emailLanguage } from '../language.ts'
import { now } from '../page-context.ts'
import { t } from '../../text/sentences.ts'

/**
 * A code that is on its way by email. Instants are milliseconds since 1970 by this device's clock.
 */
export interface CodeRequest {
  readonly email: string
  readonly expiresAt: number
  readonly resendAt: number
  /** Whether the email waits for a mail server that does not answer. */
  readonly delayed: boolean
}

const KEY = 'code_request'
/** A code that has been dead for so long is nothing to come back to. */
const FORGOTTEN_AFTER_MS = 1_800_000
/** What the server says where the email is on its way. */
const SENT_RESPONSE = 'OTP sent to your email'

const listeners = new Set<() => void>()
let known: { readonly request: CodeRequest | undefined } | undefined

/** The code that this tab waits for; it outlives a reload. */
export function useCodeRequest(): CodeRequest | undefined {
  return useSyncExternalStore(subscribe, current, () => undefined)
}

/** Requests an email with a code and keeps the request. Rejects with an `ApiError`. */
export async function requestNewCode(email: string): Promise<void> {
  const response: { message?: string; data?: Partial<EmailState> } = await call(
    'POST /api/auth/login',
    {
      body: { email, ...emailLanguage() },
    },
  )
  if (response.message !== SENT_RESPONSE) throw new ApiError(200, t.login.codeNotSent)
  keepSentCode(email, response.data)
}

/** Keeps that a code has been sent, as the server tells of it. */
export function keepSentCode(email: string, sent: Partial<EmailState> = {}): void {
  const at = now().getTime()
  keepCodeRequest({
    email,
    expiresAt: at + (sent.expires_in ?? CODE_LIFE_SECONDS) * 1000,
    resendAt: at + (sent.resend_in ?? EMAIL_PAUSE_SECONDS) * 1000,
    delayed: sent.delivery === 'delayed',
  })
}

const NAME_KEY = 'registered_name'

/**
 * Keeps the name that was typed here to register an address, for its first sign-in; or forgets it.
 */
export function keepRegisteredName(registered: { email: string; name: string } | undefined): void {
  // The link of the email opens another tab.
  store('localStorage', NAME_KEY, registered ? JSON.stringify(registered) : null)
}

/** The name for the first sign-in of an address, where it was registered in this browser. */
export function registeredName(email: string): { readonly name?: string } {
  const kept = storedJson<{ email: string; name: string }>('localStorage', NAME_KEY)
  return kept?.email.toLowerCase() === email.toLowerCase() ? { name: kept.name } : {}
}

/** Keeps a request, or forgets it. */
export function keepCodeRequest(request: CodeRequest | undefined): void {
  known = { request }
  // Without storage it lasts as long as the page.
  store('sessionStorage', KEY, request ? JSON.stringify(request) : null)
  for (const listener of listeners) listener()
}

function current(): CodeRequest | undefined {
  known ??= { request: keptRequest() }
  return known.request
}

function keptRequest(): CodeRequest | undefined {
  const kept = storedJson<CodeRequest>('sessionStorage', KEY)
  return kept && now().getTime() - kept.expiresAt < FORGOTTEN_AFTER_MS ? kept : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
