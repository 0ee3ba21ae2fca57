import type { FastifyRequest } from 'fastify'
import { clientAddress } from './client-address.ts'
import type { ClientInfo } from './session.ts'
import type { BaseDependencies } from '../base-dependencies.ts'

/** Who does something, as the audit trail keeps it. */
export interface Actor {
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  /** The browser or program, in words that it chose itself: at most 200 printable characters. */
  readonly device: string | null
  readonly requestId: string | null
  /** Name of the personal access token that a script of theirs acted with. */
  readonly accessToken?: string
  /** Kept in the trail where it is no user who acts. */
  readonly name?: 'operator'
}

/** Someone who does something, and when. */
export interface Act {
  readonly actor: Actor
  readonly at: Date
}

/** The product itself: the feed's import and other jobs. */
export const SYSTEM: Actor = { userId: null, email: null, ip: null, device: null, requestId: null }

/** Whoever runs the installation, by a command on its machine. */
export const OPERATOR: Actor = { ...SYSTEM, name: 'operator' }

/** Who sent a request; `as` where it is known otherwise than by a session, as while signing in. */
export function actorOf(request: FastifyRequest, as?: { id: number; email: string }): Actor {
  const user = as ?? request.signedIn?.user
  return {
    userId: user?.id ?? null,
    email: user?.email ?? null,
    ...clientInfoOf(request),
    requestId: request.id,
    ...(request.signedIn?.accessToken && { accessToken: request.signedIn.accessToken.name }),
  }
}

/**
 * From where a request comes; the device is its User-Agent without control characters, cut to 200
 * characters.
 */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const agent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]+/g, '').trim()
  return { device: agent.slice(0, 200) || 'unknown device', ip: clientAddress(request.ip) }
}

/** What a call happens with. */
export interface RequestContext {
  readonly deps: BaseDependencies
  readonly request: FastifyRequest
  readonly now: Date
}
