import type { Generated } from 'kysely'
import type { Language } from '../../../contract/language.ts'
import type { AlertCondition } from '../../../domain/alerts/alert-rule.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { RateKind } from '../../../domain/series.ts'

export interface AlertTables {
  alert_subscriber: {
    id: Generated<number>
    email: string
    mailbox: string
    confirmation_sent_at: Date | null
  }
  alert_rule: {
    id: Generated<number>
    subscriber_id: number
    condition: AlertCondition
    currency: Currency | null
    kind: RateKind | null
    /** `numeric(12, 4)`, as text. */
    rate: string | null
    move: number | null
    hour: number | null
    language: Language
    created_at: Date
    confirmed_at: Date | null
    armed: boolean
    seen_day: CalendarDate | null
    seen_version: number
    sent_on: CalendarDate | null
  }
  alert_link: {
    manage_hash: Buffer
    unsubscribe_hash: Buffer | null
    subscriber_id: number
    rule_id: number | null
    expires_at: Date
  }
}
