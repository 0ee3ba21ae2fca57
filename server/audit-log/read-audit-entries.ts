import { sql } from 'kysely'
import type { AuditEntry } from '../../contract/audit-log.ts'
import type { User } from '../../contract/sign-in.ts'
import type { BeforeJson } from '../../contract/values.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { seriesFields, type Series } from '../../domain/series.ts'
import type { Db, FactSubject } from '../database/schema.ts'
import { fillSentence } from './trail-format.ts'

export type Viewer = Pick<User, 'id' | 'email'>

type ShownEntry = BeforeJson<AuditEntry>
type Metadata = AuditEntry['metadata']

interface EntryRow {
  readonly id: number
  readonly action: string
  readonly description: string
  readonly created_at: Date
  readonly actor: AuditEntry['actor']
  readonly user_id: number | null
  readonly subject_id: number | null
  readonly metadata: string
  readonly hash: string
  readonly first_change: number | null
  readonly last_change: number | null
  readonly actor_part: string | null
  readonly content: string | null
  readonly has_content: boolean
  readonly name: string | null
  readonly email: string | null
  readonly is_erased: boolean | null
}

export async function readEntries(
  db: Db,
  ids: readonly number[],
  viewer: Viewer | null,
): Promise<ShownEntry[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EntryRow>`
    SELECT e.id, e.action, e.description, e.created_at, e.actor, e.user_id, e.subject_id, e.metadata,
      encode(e.hash, 'hex') AS hash, e.first_change, e.last_change, a.data AS actor_part,
      c.data AS content, e.content_hash IS NOT NULL AS has_content, u.name, u.email,
      u.erased_at IS NOT NULL AS is_erased
    FROM public.audit_entry e
      LEFT JOIN public.audit_personal a ON a.entry_id = e.id AND a.part = 'actor'
      LEFT JOIN public.audit_personal c ON c.entry_id = e.id AND c.part = 'content'
      LEFT JOIN public.app_user u ON u.id = e.user_id
    WHERE e.id = ANY (${ids}::bigint[]) ORDER BY e.id DESC`.execute(db)
  const changes = await readChanges(db, rows)
  return rows.map((row) => showEntry(row, changes.get(row.id) ?? [], viewer))
}

function showEntry(row: EntryRow, changes: readonly Metadata[], viewer: Viewer | null): ShownEntry {
  const isHidden = viewer !== null && row.user_id !== viewer.id && row.actor === 'user'
  const { email, ip, device }: ActorPart = JSON.parse(row.actor_part ?? '{}') as ActorPart
  const content = row.content === null ? null : (JSON.parse(row.content) as Content)
  const { remarks = {}, ...metadata } = JSON.parse(row.metadata) as Metadata
  const remarkOn = (index: number) => (remarks as Readonly<Record<number, Metadata>>)[index]
  const { first_change: first, last_change: last } = row
  return {
    id: row.id,
    action: row.action,
    description: fillSentence(row.description, content ?? (row.has_content ? 'erased' : {})),
    created_at: row.created_at,
    hash: row.hash,
    actor: row.actor,
    name: row.name,
    user: row.is_erased ? row.name : isHidden ? null : (email ?? row.email),
    ip_address: isHidden ? null : (ip ?? null),
    metadata: {
      ...(row.subject_id !== null && { user_id: row.subject_id }),
      ...metadata,
      ...(content && visibleContent(content, viewer, row.user_id)),
      ...(device !== undefined && !isHidden && { device }),
      ...(first !== null &&
        last !== null && {
          changes: changes.map((change, index) => ({ ...change, ...remarkOn(index) })),
          changes_total: last - first + 1,
        }),
    },
  }
}

interface ActorPart {
  readonly email?: string
  readonly ip?: string
  readonly device?: string
}

type Content = Readonly<Record<string, string>>

const SUBJECT = ['subject_email']
const ACTOR = ['session_device', 'session_ip']

export function visibleContent(content: Content, viewer: Viewer | null, userId: number | null) {
  if (viewer === null) return content
  const left = [
    ...(content['subject_email'] === viewer.email ? [] : SUBJECT),
    ...(userId === viewer.id ? [] : ACTOR),
  ]
  return Object.fromEntries(Object.entries(content).filter(([name]) => !left.includes(name)))
}

const SHOWN_CHANGES = 100

interface ChangeRow extends Omit<Series, 'currency'> {
  readonly entry: number
  readonly subject: FactSubject
  readonly currency: Series['currency'] | null
  readonly date: string | null
  readonly part: string | null
  readonly from: string | null
  readonly to: string | null
  readonly fact_before: Metadata | null
  readonly fact: Metadata | null
}

async function readChanges(
  db: Db,
  entries: readonly EntryRow[],
): Promise<ReadonlyMap<number, readonly Metadata[]>> {
  const changing = entries.filter(({ first_change: first }) => first !== null)
  if (changing.length === 0) return new Map()
  const { rows } = await sql<ChangeRow>`
    SELECT e.id AS entry, c.subject, c.currency, c.kind, c.bank AS publisher, c.date,
      c.part, p.rate AS "from", c.rate AS "to", p.fact AS fact_before, c.fact
    FROM unnest(${changing.map(({ id }) => id)}::bigint[],
        ${changing.map(({ first_change: first }) => first)}::bigint[],
        ${changing.map(({ last_change: last }) => last)}::bigint[]) AS e (id, first, last)
      CROSS JOIN LATERAL (SELECT * FROM public.change WHERE version BETWEEN e.first
        AND least(e.last, e.first + ${sql.lit(SHOWN_CHANGES - 1)})) c
      LEFT JOIN public.change p ON p.version = c.previous
    ORDER BY c.version`.execute(db)
  const shown = new Map<number, Metadata[]>()
  for (const row of rows) shown.set(row.entry, [...(shown.get(row.entry) ?? []), showChange(row)])
  return shown
}

function showChange(change: ChangeRow): Metadata {
  const {
    subject,
    currency,
    kind,
    publisher,
    date,
    part,
    from,
    to,
    fact_before: before,
    fact,
  } = change
  const series = currency !== null && seriesFields({ currency, kind, publisher })
  switch (subject) {
    case 'rate':
      return { date, ...series, from: toNumber(from), to: toNumber(to) }
    case 'sealed period':
      return { ...series, unit: part, date, ...fact }
    case 'rate policy':
      return { policy: part, from: before, to: fact }
    case 'bank holiday':
      return { date, ...fact, from: before?.['name'] ?? null, to: fact?.['name'] ?? null }
    case 'customs schedule':
      return { date, ...fact, from: before?.['gazette'] ?? null, to: fact?.['gazette'] ?? null }
  }
}

const toNumber = (text: string | null) => (text === null ? null : toWire(rateOf(text)))
