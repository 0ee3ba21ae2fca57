import type { Currency } from '../../../domain/currency.ts'

/**
 * Read only: rows come into being through the function `append_audit_entry` alone, and `erase_audit_personal` alone
 * deletes those of `audit_personal`.
 */
export interface AuditLogTables {
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
    format: 1 | 2
    personal_hash: Buffer | null
  }
  audit_personal: {
    entry_id: number
    salt: Buffer
    user_email: string | null
    ip_address: string | null
    description: string | null
    metadata: string | null
  }
  /** A view: which personal parts the entries `erase user` say are erased. */
  audit_erasure: { id: number; user_id: number | null; entries: number[] }
  audit_head: { single: boolean; id: number; hash: Buffer }
}
