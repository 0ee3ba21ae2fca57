import { csvLine } from './csv.ts'
import type { ChainedEntry } from './entry-hash.ts'
import type { ExportProof } from './export-proof.ts'

/** How an export is written: before its entries, each of them, and behind them. */
export interface ExportFormat {
  readonly mediaType: string
  readonly begin: string
  readonly entry: (entry: ChainedEntry, isFirst: boolean) => string
  readonly end: (proof: ExportProof) => string
}

/** The columns of a CSV file, in order: all that an entry's hash is made of. */
export const CSV_COLUMNS = [
  'id',
  'created_at',
  'action',
  'description',
  'user',
  'ip_address',
  'currency',
  'metadata',
  'user_id',
  'previous_hash',
  'hash',
] as const
/** What the first cell of the last line is, with the proof beside it. */
export const CSV_PROOF = '#proof'

export const EXPORT_FORMATS: Readonly<Record<'csv' | 'json', ExportFormat>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    begin: csvLine(CSV_COLUMNS),
    entry: (entry) => {
      const written = exportedEntry(entry)
      return csvLine(CSV_COLUMNS.map((column) => written[column]))
    },
    end: (proof) => csvLine([CSV_PROOF, JSON.stringify(proof)]),
  },
  // One entry on a line, so that a file of any size can be read line by line too.
  json: {
    mediaType: 'application/json; charset=utf-8',
    begin: '{"entries":[',
    entry: (entry, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(exportedEntry(entry))}`,
    end: (proof) => `\n],\n"proof":${JSON.stringify(proof)}\n}\n`,
  },
}

/** An entry as a file holds it: its columns as they are stored, the metadata as the very text that was hashed. */
export type ExportedEntry = Record<(typeof CSV_COLUMNS)[number], string | number | null>

function exportedEntry({ user_email, previous_hash, hash, ...entry }: ChainedEntry): ExportedEntry {
  return {
    ...entry,
    user: user_email,
    previous_hash: previous_hash.toString('hex'),
    hash: hash.toString('hex'),
  }
}
