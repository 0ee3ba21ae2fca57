import type { Generated } from 'kysely'
import type { ACCESS_SCOPES } from '../../../domain/identity/token-rules.ts'

/**
 * What is counted: emails to one mailbox that strangers requested, emails to one user requested from a device that has signed in
 * as them before, registrations from one network, all emails that strangers requested, and requests for unknown addresses; requests
 * for alerts from one network, and all of them.
 */
export type Bucket =
  'mailbox' | 'device' | 'network' | 'strangers' | 'unknown' | 'alert network' | 'alert requests'

export interface SignInTables {
  sign_in_code: {
    user_id: number
    code_hash: Buffer | null
    link_hash: Buffer | null
    expires_at: Date | null
    tries: Generated<number>
    failures: Generated<Date[]>
    failures_in_a_row: Generated<number>
    paused_until: Date | null
  }
  app_session: {
    id: Generated<number>
    user_id: number
    token_hash: Buffer
    device: string
    ip_address: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    used_elsewhere_at: Generated<Date | null>
  }
  known_device: { user_id: number; fingerprint: Buffer; last_seen_at: Date }
  access_token: {
    id: Generated<number>
    user_id: number
    name: string
    scope: (typeof ACCESS_SCOPES)[number]
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    last_used_at: Generated<Date | null>
    last_used_device: Generated<string | null>
    last_used_ip: Generated<string | null>
  }
  secure_account_link: { token_hash: Buffer; user_id: number; created_at: Date; expires_at: Date }
  email_budget: { bucket: Bucket; key: string; used: Date[] }
  recent_calls: { kind: 'sign-in' | 'write'; address: string; calls: Date[] }
}
