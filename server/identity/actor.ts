import type { FastifyRequest } from 'fastify'
import type { OwnAccount, User } from '../../contract/sign-in.ts'
import type { BaseDependencies } from '../deps.ts'
import type { Config } from '../config.ts'
import { clientAddress } from './client-address.ts'

export interface SignedIn {
  readonly user: User
  /** Null for a personal access token. */
  readonly sessionId: number | null
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

export interface Actor {
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  readonly device: string | null
  readonly requestId: string | null
  readonly accessToken?: string
  readonly name?: 'operator'
}

export interface Act {
  readonly actor: Actor
  readonly at: Date
}

export const SYSTEM: Actor = { userId: null, email: null, ip: null, device: null, requestId: null }

export const OPERATOR: Actor = { ...SYSTEM, name: 'operator' }

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

export function isAdmin(
  { admins }: Pick<Config, 'admins'>,
  { email }: Pick<User, 'email'>,
): boolean {
  return admins.includes(email)
}

/** `ADMINS` need no approval. */
export function ownAccount(
  config: Pick<Config, 'admins'>,
  { user, approved }: { readonly user: User; readonly approved: boolean },
): OwnAccount {
  return isAdmin(config, user) ? { user, approved: true, admin: true } : { user, approved }
}
