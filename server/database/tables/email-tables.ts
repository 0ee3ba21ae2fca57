import type { Generated } from 'kysely'
import type { EmailPurpose } from '../../../contract/schema/admin.schema.ts'

export interface EmailTables {
  email_outbox: {
    id: Generated<number>
    user_id: number | null
    /** Of alerts and their confirmations alone. */
    subscriber_id: Generated<number | null>
    alert_rule_id: Generated<number | null>
    purpose: EmailPurpose
    encrypted: Buffer | null
    created_at: Date
    expires_at: Date
    attempts: Generated<number>
    next_attempt_at: Date
    lease_until: Date | null
    last_attempt_at: Date | null
    last_error: string | null
    sent_at: Date | null
    given_up_at: Date | null
  }
}
