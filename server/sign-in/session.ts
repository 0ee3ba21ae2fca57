import type { User } from '../../contract/sign-in.ts'

/** A caller who has shown a live session's token, or a personal access token. */
export interface SignedIn {
  readonly user: User
  /** The session, or null where a personal access token was shown. */
  readonly sessionId: number | null
  /** What the token may do; a session may do everything. */
  readonly scope: 'session' | 'read' | 'write'
}
