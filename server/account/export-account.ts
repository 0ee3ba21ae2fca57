import { sql } from 'kysely'
import type { Language } from '../../contract/language.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { MAX_EXPORTED } from '../../contract/account.ts'
import type { EmailPurpose } from '../../contract/admin.ts'
import type { User } from '../../contract/sign-in.ts'
import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import type { Currency } from '../../domain/currency.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { seriesFields, type RateKind, type Series } from '../../domain/series.ts'
import { RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import { readEntries } from '../audit-log/read-audit-entries.ts'
import type { Db } from '../database/schema.ts'
import { withPauses } from '../event-loop.ts'
import type { SignedIn } from '../identity/actor.ts'
import { liveSessions, readAccessTokens } from '../identity/session.ts'

/** Rows read at once: other requests wait meanwhile. */
const PIECE = 50

interface Profile {
  readonly language: Language
  readonly created_at: Date
  readonly verified_at: Date | null
  readonly approved_at: Date | null
}

export async function readAccountExport(db: Db, signedIn: SignedIn, at: Date) {
  const { user, sessionId } = signedIn
  const { rows: profiles } = await sql<Profile>`
    SELECT language, created_at, verified_at, approved_at FROM public.app_user
    WHERE id = ${user.id}`.execute(db)
  const [profile] = profiles
  if (!profile) throw new Error(`No user ${user.id}`)
  const rates = await readRates(db, user.id)
  const { rows: entries } = await sql<{ id: number }>`
    SELECT id FROM public.audit_entry WHERE user_id = ${user.id}
    ORDER BY id DESC LIMIT ${MAX_EXPORTED + 1}`.execute(db)
  const ids = entries.slice(0, MAX_EXPORTED).map(({ id }) => id)
  const few = {
    exported_at: at,
    profile: { ...user, ...profile },
    complete: Math.max(rates.length, entries.length) <= MAX_EXPORTED,
    sessions: await liveSessions(db, user.id, at, sessionId),
    access_tokens: await readAccessTokens(db, user.id),
    alerts: await exportAlerts(db, user.email),
    emails: await readEmails(db, user),
    audit_entries_about: await readEntriesAbout(db, user),
  }
  const pieces = async function* () {
    yield `${JSON.stringify(few).slice(0, -1)},"rates":[`
    yield* writeItems(rates.slice(0, MAX_EXPORTED), (piece) => piece.map(exportedRate))
    yield '],"audit_entries":['
    yield* writeItems(ids, (piece) => readEntries(db, piece, null))
    yield ']}'
  }
  return withPauses(pieces())
}

async function* writeItems<T>(
  items: readonly T[],
  make: (piece: readonly T[]) => readonly unknown[] | Promise<readonly unknown[]>,
): AsyncGenerator<string> {
  for (let start = 0; start < items.length; start += PIECE) {
    const made = await make(items.slice(start, start + PIECE))
    yield `${start > 0 ? ',' : ''}${JSON.stringify(made).slice(1, -1)}`
  }
}

interface ExportedRate extends Series {
  readonly id: number
  readonly date: CalendarDate
  readonly rate: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
}

async function readRates(db: Db, userId: number): Promise<ExportedRate[]> {
  const { rows } = await sql<ExportedRate>`
    SELECT f.id, f.currency, f.kind, f.bank AS publisher, f.date, f.rate, created.created_at,
      updated.created_at AS updated_at, ended.created_at AS deleted_at
    FROM public.audit_entry created
      JOIN public.fact_state f ON f.id BETWEEN created.first_change AND created.last_change
      JOIN ${RECORDED_CHANGES} updated ON updated.version = f.version
      LEFT JOIN ${RECORDED_CHANGES} ended ON ended.version = f.ended
    WHERE created.user_id = ${userId} AND created.last_change IS NOT NULL AND f.source = 'manual'
    ORDER BY f.id DESC LIMIT ${sql.lit(MAX_EXPORTED + 1)}`.execute(db)
  return rows
}

const exportedRate = ({ kind, publisher, ...row }: ExportedRate) => ({
  ...row,
  ...seriesFields({ currency: row.currency, kind, publisher }),
  rate: toWire(rateOf(row.rate)),
})

interface AlertRow extends Pick<AlertRule, 'condition' | 'move' | 'hour'> {
  readonly currency: Currency | null
  readonly kind: RateKind | null
  readonly bank: string | null
  readonly rate: string | null
  readonly language: Language
  readonly created_at: Date
  readonly confirmed_at: Date | null
}

async function exportAlerts(db: Db, email: string) {
  const { rows } = await sql<AlertRow>`
    SELECT r.condition, r.currency, r.kind, r.bank, r.rate, r.move, r.hour, r.language,
      r.created_at, r.confirmed_at
    FROM public.alert_rule r JOIN public.alert_subscriber s ON s.id = r.subscriber_id
    WHERE s.email = ${email} ORDER BY r.id`.execute(db)
  return rows.map(({ rate, move, confirmed_at, bank, ...row }) => ({
    ...row,
    ...(bank !== null && { publisher: bank }),
    rate: rate === null ? null : toWire(rateOf(rate)),
    percent: move === null ? null : move / 100,
    confirmed: confirmed_at !== null,
  }))
}

async function readEmails(db: Db, { id, email }: User) {
  type Row = Record<'sent_at' | 'given_up_at', Date | null>
  const { rows } = await sql<Row & { purpose: EmailPurpose; created_at: Date }>`
    SELECT o.purpose, o.created_at, o.sent_at, o.given_up_at
    FROM public.email_outbox o LEFT JOIN public.alert_subscriber s ON s.id = o.subscriber_id
    WHERE o.user_id = ${id} OR s.email = ${email}
    ORDER BY o.id DESC LIMIT ${MAX_EXPORTED}`.execute(db)
  return rows
}

async function readEntriesAbout(db: Db, user: User) {
  const { rows } = await sql<{ id: number; action: string; created_at: Date }>`
    SELECT id, action, created_at FROM public.audit_entry
    WHERE subject_id = ${user.id} AND user_id IS DISTINCT FROM ${user.id}
    ORDER BY id DESC LIMIT ${sql.lit(MAX_EXPORTED)}`.execute(db)
  return rows
}
