import type { AuditFilter } from '../matching-entries.ts'
import { formerUser, sentenceWithout } from '../audit-sentence.ts'
import { CHANGE_FIELDS, type ChainedChange } from '../change-hash.ts'
import type { ChainEnd } from '../chain/chain-check.ts'
import type { Checkpoint } from '../chain/checkpoint.ts'
import type { ChainedEntry, PersonalPart } from '../entry-hash.ts'
import type { ExportedTexts } from './exported-texts.ts'
import { maskJson, maskText, type Viewer } from '../mask-details.ts'
import { csvLine } from '../../text/csv.ts'

export interface AboutExport {
  readonly filter: AuditFilter
  readonly head: ChainEnd
  readonly at: Date
  /** The newest that the server has signed. */
  readonly checkpoint: Checkpoint | null
}

/** How an export is written: before its entries, each of them, its changes, and behind them all. */
export interface ExportFormat {
  readonly mediaType: string
  readonly begin: (about: AboutExport) => string
  /** `viewer`: for whom the personal part is masked; null where it is shown whole. */
  readonly entry: (
    entry: ChainedEntry,
    texts: ExportedTexts | null,
    viewer: Viewer | null,
  ) => string
  readonly change: (
    change: ChainedChange,
    texts: ExportedTexts | null,
    entry: ChainedEntry,
  ) => string
  readonly end: (entries: number) => string
}

const line = (value: object): string => `${JSON.stringify(value)}\n`
const hex = (hash: Buffer | null): string | null => hash?.toString('hex') ?? null

/** All that the hashes are made of, in the words of web/public/verify-audit-trail.mjs. */
const jsonLines: ExportFormat = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  begin: ({ filter, head, at, checkpoint }) =>
    line({
      export: {
        format: 'rupee-rates audit export 2',
        exported_at: at.toISOString(),
        filter,
        head: { id: head.id, hash: hex(head.hash) },
        checkpoint,
      },
    }),
  entry: ({ personal, ...entry }, texts, viewer) =>
    line({
      entry: {
        ...entry,
        personal_hash: hex(entry.personal_hash),
        changes_hash: hex(entry.changes_hash),
        previous_hash: hex(entry.previous_hash),
        hash: hex(entry.hash),
      },
      personal: personal && (viewer ? masked(personal, viewer) : whole(personal)),
      ...(texts && { texts }),
    }),
  change: (change, texts) => line({ change, ...(texts && { texts }) }),
  end: (entries) => line({ end: { entries } }),
}

const whole = ({ salt, ...personal }: PersonalPart) => ({ salt: hex(salt), ...personal })

/** Without its salt, with which somebody could find out by trying what is masked. */
function masked(personal: PersonalPart, viewer: Viewer) {
  const { user_email, ip_address, description, metadata } = personal
  const mask = (text: string | null) => text && maskText(text, viewer)
  return {
    user_email: mask(user_email),
    ip_address: mask(ip_address),
    description: mask(description),
    metadata: metadata && JSON.stringify(maskJson<unknown>(JSON.parse(metadata), viewer)),
  }
}

const ENTRY_COLUMNS = [
  'id',
  'created_at',
  'action',
  'description',
  'user',
  'ip_address',
  'metadata',
  'personal_metadata',
  'typed',
  'first_change',
  'last_change',
  'changes_hash',
  'previous_hash',
  'hash',
] as const

/** To read in a spreadsheet: a row an entry, and one each for what it changed. */
const csv: ExportFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  begin: () => csvLine([...ENTRY_COLUMNS, ...CHANGE_FIELDS]),
  entry: (entry, texts, viewer) =>
    csvLine([...entryCells(entry, texts, viewer), ...CHANGE_FIELDS.map(() => null)]),
  change: (change, texts, { id }) => {
    const cells: Partial<Record<string, string | number | null>> = { id, typed: typedText(texts) }
    return csvLine([
      ...ENTRY_COLUMNS.map((column) => cells[column] ?? null),
      ...CHANGE_FIELDS.map((field) => change[field]),
    ])
  },
  end: () => '',
}

/** `{"reason":"Rung up the bank"}`. */
function typedText(texts: ExportedTexts | null): string | null {
  if (!texts) return null
  const named = Object.entries(texts).map(([name, typed]) => [name, typed?.text ?? null] as const)
  return JSON.stringify(Object.fromEntries(named))
}

function entryCells(
  entry: ChainedEntry,
  texts: ExportedTexts | null,
  viewer: Viewer | null,
): (string | number | null)[] {
  const { personal: stored, user_id } = entry
  const personal = stored && (viewer ? masked(stored, viewer) : stored)
  const former = user_id === null ? null : formerUser(user_id)
  const shown = {
    ...entry,
    description: personal?.description ?? sentenceWithout(entry.description, former),
    user: personal?.user_email ?? entry.user_email,
    ip_address: personal?.ip_address ?? null,
    personal_metadata: personal?.metadata ?? null,
    typed: typedText(texts),
    changes_hash: hex(entry.changes_hash),
    previous_hash: hex(entry.previous_hash),
    hash: hex(entry.hash),
  }
  return ENTRY_COLUMNS.map((column) => shown[column])
}

export const TRAIL_FORMATS: Readonly<Record<'csv' | 'jsonl', ExportFormat>> = {
  csv,
  jsonl: jsonLines,
}
