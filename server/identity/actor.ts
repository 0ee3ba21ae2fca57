import type { FastifyRequest } from 'fastify'
import type { OwnAccount, User } from '../../contract/sign-in.ts'
import type { BaseDependencies } from '../deps.ts'
import type { Config } from '../config.ts'
import { clientAddress } from './client-address.ts'

/** A caller with the token of a live session, or a personal access token. */
export interface SignedIn {
  readonly user: User
  /** Null for a personal access token. */
  readonly sessionId: number | null
  /** When the session began; null for a personal access token. */
  readonly signedInAt: Date | null
  readonly scope: 'session' | 'read' | 'write'
  readonly approved: boolean
  readonly accessToken?: { readonly id: number; readonly name: string }
}

/** The device is a User-Agent: at most 200 printable ASCII characters. */
export interface ClientInfo {
  readonly device: string
  readonly ip: string
}

/** The author of an act, as the audit trail stores it. */
export interface Actor {
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
  readonly requestId: string | null
  /** Name of the personal access token that the user's script called with. */
  readonly accessToken?: string
  /** Stored in the trail if the actor is no user. */
  readonly name?: 'operator'
}

export interface Act {
  readonly actor: Actor
  readonly at: Date
}

/** The product itself, such as its imports and other jobs. */
export const SYSTEM: Actor = { userId: null, email: null, ip: null, device: null, requestId: null }

/** A command on the server's machine. */
export const OPERATOR: Actor = { ...SYSTEM, name: 'operator' }

/** Returns the author of a request; `as` names the user of a call that signs in. */
export function readActor(request: FastifyRequest, as?: { id: number; email: string }): Actor {
  const user = as ?? request.signedIn?.user
  return {
    userId: user?.id ?? null,
    email: user?.email ?? null,
    ...readClientInfo(request),
    requestId: request.id,
    ...(request.signedIn?.accessToken && { accessToken: request.signedIn.accessToken.name }),
  }
}

export function readClientInfo(request: FastifyRequest): ClientInfo {
  const agent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]+/g, '').trim()
  return { device: agent.slice(0, 200) || 'unknown device', ip: clientAddress(request.ip) }
}

export interface RequestContext {
  readonly deps: BaseDependencies
  readonly request: FastifyRequest
  readonly now: Date
}

/** Returns whether the setting `ADMINS` names a user's address. */
export function isAdmin(
  { admins }: Pick<Config, 'admins'>,
  { email }: Pick<User, 'email'>,
): boolean {
  return admins.includes(email)
}

/** Returns a user as shown to themselves. `ADMINS` need no approval. */
export function ownAccount(
  config: Pick<Config, 'admins'>,
  { user, approved }: { readonly user: User; readonly approved: boolean },
): OwnAccount {
  return isAdmin(config, user) ? { user, approved: true, admin: true } : { user, approved }
}
