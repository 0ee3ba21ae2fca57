import type { ColumnType, Generated } from 'kysely'
import type { EmailPurpose } from '../../contract/admin.ts'
import type { Language } from '../../contract/language.ts'
import type { AlertCondition } from '../../domain/alerts/alert-rule.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { ACCESS_SCOPES } from '../../domain/identity/account.ts'
import type { PublisherError, RateFeedName, RateSource } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'
import type { Bucket } from '../email/budgets.ts'

/** `numeric(12, 4)`: text keeps it exact. */
type RateText = string

// The product writes SQL. Tests use the query builder, which needs the columns.
declare module '../database/schema.ts' {
  /** The driver returns `date` and `numeric` as text, `bigint` as a number. */
  interface Tables {
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
    server_key: { name: string; fingerprint: string }
    job_run: {
      job: string
      slot: string
      holder: string
      lease_until: Date
      finished_at: Date | null
    }
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
    }
    known_device: { user_id: number; fingerprint: Buffer; last_seen_at: Date }
    access_token: {
      id: Generated<number>
      user_id: number
      name: string
      scope: (typeof ACCESS_SCOPES)[number]
      publishers: Generated<string[]>
      kinds: Generated<RateKind[]>
      token_hash: Buffer
      created_at: Date
      expires_at: Date
      last_used_at: Generated<Date | null>
      last_used_device: Generated<string | null>
      last_used_ip: Generated<string | null>
    }
    email_budget: { bucket: Bucket; key: string; used: Date[] }
    rate_limit: { key: string; free_at: Date }
    email_outbox: {
      id: Generated<number>
      user_id: number | null
      subscriber_id: Generated<number | null>
      alert_rule_id: Generated<number | null>
      purpose: EmailPurpose
      details: ColumnType<object | null, string, null>
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
    audit_entry: {
      id: number
      action: string
      description: string
      created_at: Date
      actor: 'user' | 'operator' | 'system'
      user_id: number | null
      subject_id: number | null
      metadata: string
      actor_hash: Buffer | null
      content_hash: Buffer | null
      first_change: number | null
      last_change: number | null
      changes_hash: Buffer | null
      previous_hash: Buffer
      hash: Buffer
      days: string | null
      currencies: string[] | null
      banks: string[] | null
    }
    audit_personal: {
      entry_id: number
      part: 'actor' | 'content'
      salt: Buffer
      data: string
      sentence: string | null
    }
    audit_head: { single: boolean; id: number; hash: Buffer; version: number }
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
      bank: string | null
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
    rate_kind: { kind: ColumnType<RateKind, never, never> }
    rate_source: { source: ColumnType<RateSource, never, never> }
    change: {
      version: number
      subject: FactSubject
      currency: Currency | null
      kind: RateKind | null
      /** Null for the main series. */
      bank: string | null
      date: CalendarDate
      part: string | null
      source: RateSource | null
      /** A change with neither rate nor fact removes the key. */
      rate: RateText | null
      units: number | null
      fact: unknown
      group: number | null
      previous: number | null
      restores: number | null
      origin: number | null
    }
    fact_state: {
      id: number
      version: number
      ended: number | null
      subject: FactSubject
      currency: Currency
      kind: RateKind
      bank: string | null
      date: CalendarDate
      part: string | null
      source: RateSource | null
      rate: RateText
    }
    /** The act of `version` undid entry `undone` entirely. */
    undo: { version: number; undone: number }
    rate_feed_state: {
      feed: RateFeedName
      last_try_at: Date
      last_success_at: Date | null
      next_try_at: Date
      currencies: Generated<string>
      failure: string | null
      refused: Generated<string | null>
      publisher_error: Generated<PublisherError | null>
      stood_in_for: Generated<boolean>
    }
    feed_answer: {
      feed: RateFeedName
      kind: RateKind
      date: CalendarDate
      is_final: boolean
      refused: Generated<boolean>
    }
    feed_request: { publisher: string; date: CalendarDate; requests: number }
  }
}
