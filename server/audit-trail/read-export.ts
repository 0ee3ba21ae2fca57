import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CsvReader, undefused } from './csv.ts'
import type { ChainedEntry } from './entry-hash.ts'
import { CSV_COLUMNS, CSV_PROOF, type ExportedEntry } from './export-format.ts'
import { parseProof, type ExportProof } from './export-proof.ts'

/** Thrown for a file that is no export at all. */
export class NoExport extends Error {}

/** What an exported file holds: entries in their order, then its proof. */
export type ExportPart = { readonly entry: ChainedEntry } | { readonly proof: ExportProof }

/** Reads an exported file of any size, piece by piece. Throws NoExport where it makes no sense. */
export async function* readExport(file: string): AsyncGenerator<ExportPart> {
  let begun = false
  for await (const part of (await beginsLikeJson(file)) ? readJson(file) : readCsv(file)) {
    begun = true
    yield part
  }
  if (!begun) throw new NoExport(`${file} holds nothing.`)
}

async function beginsLikeJson(file: string): Promise<boolean> {
  for await (const piece of createReadStream(file, { start: 0, end: 0 })) return String(piece) === '{'
  return false
}

async function* readJson(file: string): AsyncGenerator<ExportPart> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.startsWith('"proof":')) {
      const proof = parseProof(line.slice('"proof":'.length))
      if (proof) yield { proof }
    } else if (line.startsWith('{"id"')) {
      yield { entry: chained(parsed(line.replace(/,$/, ''))) }
    } else if (!['{"entries":[', '],', '}', ''].includes(line)) {
      // A comma stands before each entry but the first.
      yield { entry: chained(parsed(line.replace(/^,/, ''))) }
    }
  }
}

function parsed(line: string): ExportedEntry {
  try {
    return JSON.parse(line) as ExportedEntry
  } catch (cause) {
    throw new NoExport(`This line is no entry: ${line.slice(0, 80)}`, { cause })
  }
}

async function* readCsv(file: string): AsyncGenerator<ExportPart> {
  const reader = new CsvReader()
  let isFirst = true
  for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
    for (const record of reader.add(piece as string)) {
      if (isFirst) {
        if (record.join() !== CSV_COLUMNS.join()) throw new NoExport(`${file} does not begin like an export.`)
      } else if (record[0] === CSV_PROOF) {
        const proof = parseProof(record[1] ?? '')
        if (proof) yield { proof }
      } else {
        const cells = CSV_COLUMNS.map((column, index) => {
          const cell = record[index] ?? null
          return [column, cell === null ? null : undefused(cell)] as const
        })
        yield { entry: chained(Object.fromEntries(cells) as ExportedEntry) }
      }
      isFirst = false
    }
  }
}

function chained(entry: ExportedEntry): ChainedEntry {
  const hashes = [entry.previous_hash, entry.hash].every((hash) => /^[0-9a-f]{64}$/.test(String(hash)))
  if (!hashes || !Number.isSafeInteger(Number(entry.id))) {
    throw new NoExport(`This is no exported entry: ${JSON.stringify(entry).slice(0, 80)}`)
  }
  const text = (value: string | number | null): string | null => (value === null ? null : String(value))
  return {
    id: Number(entry.id),
    action: String(entry.action),
    description: String(entry.description),
    created_at: String(entry.created_at),
    user_id: entry.user_id === null ? null : Number(entry.user_id),
    user_email: text(entry.user),
    ip_address: text(entry.ip_address),
    currency: text(entry.currency),
    metadata: String(entry.metadata),
    previous_hash: Buffer.from(String(entry.previous_hash), 'hex'),
    hash: Buffer.from(String(entry.hash), 'hex'),
  }
}
