import { csvLine } from '../../text/csv.ts'
import type { ChainedEntry } from '../entry-hash.ts'
import type { ExportProof } from './export-proof.ts'
import { maskJson, maskText, type Viewer } from '../mask-details.ts'
import { CSV_COLUMNS, CSV_PROOF, erasedDescription, type ExportedEntry } from './export-columns.ts'

/** How an export is written: before its entries, each of them, and behind them. */
export interface ExportFormat {
  readonly mediaType: string
  readonly begin: string
  /** `viewer`: for whom the personal part is masked; null where it is shown whole. */
  readonly entry: (entry: ChainedEntry, isFirst: boolean, viewer: Viewer | null) => string
  readonly end: (proof: ExportProof) => string
}

export const EXPORT_FORMATS: Readonly<Record<'csv' | 'json', ExportFormat>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    begin: csvLine(CSV_COLUMNS),
    entry: (entry, _isFirst, viewer) => {
      const written = viewer ? maskedEntry(entry, viewer) : exportedEntry(entry)
      return csvLine(CSV_COLUMNS.map((column) => written[column]))
    },
    end: (proof) => csvLine([CSV_PROOF, JSON.stringify(proof)]),
  },
  // One entry on a line, so that a file of any size can be read line by line too.
  json: {
    mediaType: 'application/json; charset=utf-8',
    begin: '{"entries":[',
    entry: (entry, isFirst, viewer) =>
      `${isFirst ? '' : ','}\n${JSON.stringify(viewer ? maskedEntry(entry, viewer) : exportedEntry(entry))}`,
    end: (proof) => `\n],\n"proof":${JSON.stringify(proof)}\n}\n`,
  },
}

function exportedEntry(entry: ChainedEntry): ExportedEntry {
  const { personal } = entry
  const description = personal?.description ?? erasedDescription(entry)
  return {
    id: entry.id,
    created_at: entry.created_at,
    action: entry.action,
    description,
    user: personal?.user_email ?? entry.user_email,
    ip_address: personal?.ip_address ?? entry.ip_address,
    currency: entry.currency,
    metadata: entry.metadata,
    personal_metadata: personal?.metadata ?? null,
    user_id: entry.user_id,
    format: entry.format,
    template: description === entry.description ? null : entry.description,
    salt: personal?.salt.toString('hex') ?? null,
    masked: null,
    personal_hash: entry.personal_hash?.toString('hex') ?? null,
    previous_hash: entry.previous_hash.toString('hex'),
    hash: entry.hash.toString('hex'),
  }
}

function maskedEntry(entry: ChainedEntry, viewer: Viewer): ExportedEntry {
  const whole = exportedEntry(entry)
  const mask = (text: string | number | null) => (text === null ? null : maskText(String(text), viewer))
  const description = mask(whole.description)
  return {
    ...whole,
    description,
    user: mask(whole.user),
    ip_address: mask(whole.ip_address),
    personal_metadata: entry.personal?.metadata
      ? JSON.stringify(maskJson(JSON.parse(entry.personal.metadata), viewer))
      : null,
    template: description === entry.description ? null : entry.description,
    salt: null,
    masked: 1,
  }
}
