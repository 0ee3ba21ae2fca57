import type { Currency } from '../../domain/currency.ts'

/** Read only: rows come into being through the function `append_audit_entry` alone. */
export interface AuditTrailTables {
  audit_entry: {
    id: number
    action: string
    description: string
    created_at: Date
    user_id: number | null
    user_email: string | null
    ip_address: string | null
    currency: Currency | null
    metadata: string
    previous_hash: Buffer
    hash: Buffer
  }
  audit_head: { single: boolean; id: number; hash: Buffer }
}
