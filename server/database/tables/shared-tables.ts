import type { Generated } from 'kysely'
import type { Language } from '../../../contract/language.ts'

export interface SharedTables {
  app_user: {
    id: Generated<number>
    name: string
    email: string
    language: Generated<Language>
    created_at: Date
    verified_at: Date | null
    approved_at: Date | null
    suspended_at: Date | null
    erased_at: Date | null
  }
  invitation: { email: string; created_at: Date }
  idempotency_key: {
    user_id: number
    key: string
    fingerprint: Buffer
    status: number | null
    body: string | null
    created_at: Date
  }
  job_run: {
    job: string
    slot: string
    holder: string
    lease_until: Date
    finished_at: Date | null
  }
}
