import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CsvReader, undefused } from '../../text/csv.ts'
import type { ChainedEntry } from '../entry-hash.ts'
import { CSV_COLUMNS, CSV_PROOF, erasedDescription, type ExportedEntry } from './export-columns.ts'
import { parseProof, type ExportProof } from './export-proof.ts'

/** Thrown for a file that is no export at all. */
export class NoExport extends Error {}

/** What an exported file holds: entries in their order, then its proof. */
export type ExportPart =
  { readonly entry: ChainedEntry; readonly masked: boolean } | { readonly proof: ExportProof }

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
      yield entryOf(parsed(line.replace(/,$/, '')))
    } else if (!['{"entries":[', '],', '}', ''].includes(line)) {
      // A comma stands before each entry but the first.
      yield entryOf(parsed(line.replace(/^,/, '')))
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
        yield entryOf(Object.fromEntries(cells) as ExportedEntry)
      }
      isFirst = false
    }
  }
}

function entryOf(entry: ExportedEntry): ExportPart {
  const masked = Number(entry.masked) === 1
  return { entry: chained(masked ? withoutMasked(entry) : entry), masked }
}

/** What a masked entry still says of the chain: all but what is shown of its personal part. */
function withoutMasked(entry: ExportedEntry): ExportedEntry {
  const isActor = entry.user !== null && !String(entry.user).includes('@')
  return {
    ...entry,
    description: entry.template ?? entry.description,
    template: null,
    user: isActor ? entry.user : null,
    ip_address: null,
    personal_metadata: null,
    salt: null,
  }
}

function chained(entry: ExportedEntry): ChainedEntry {
  const hashes = [entry.previous_hash, entry.hash].every(isHash)
  const commitments = [entry.salt, entry.personal_hash].every((hash) => hash === null || isHash(hash))
  if (!hashes || !commitments || !Number.isSafeInteger(Number(entry.id))) {
    throw new NoExport(`This is no exported entry: ${JSON.stringify(entry).slice(0, 80)}`)
  }
  const user = text(entry.user)
  const hasPersonal = entry.salt !== null
  const isAddress = hasPersonal && user?.includes('@') === true
  const personal = hasPersonal && {
    salt: Buffer.from(String(entry.salt), 'hex'),
    user_email: isAddress ? user : null,
    ip_address: text(entry.ip_address),
    description: entry.template === null ? null : String(entry.description),
    metadata: text(entry.personal_metadata),
  }
  return {
    id: Number(entry.id),
    format: Number(entry.format) === 1 ? 1 : 2,
    action: String(entry.action),
    description: chainedDescription(entry),
    created_at: String(entry.created_at),
    user_id: userIdOf(entry),
    user_email: isAddress ? null : user,
    ip_address: hasPersonal ? null : text(entry.ip_address),
    currency: text(entry.currency),
    metadata: String(entry.metadata),
    personal_hash: entry.personal_hash === null ? null : Buffer.from(String(entry.personal_hash), 'hex'),
    previous_hash: Buffer.from(String(entry.previous_hash), 'hex'),
    hash: Buffer.from(String(entry.hash), 'hex'),
    personal: personal || null,
  }
}

/** Where the personal part is erased, what is shown must follow from what the chain holds; else it is taken for that. */
function chainedDescription(entry: ExportedEntry): string {
  const { description, template, salt } = entry
  if (template === null) return String(description)
  const stored = { description: String(template), user_id: userIdOf(entry) }
  return salt !== null || erasedDescription(stored) === description ? stored.description : String(description)
}

const userIdOf = ({ user_id: id }: ExportedEntry): number | null => (id === null ? null : Number(id))
const isHash = (value: unknown): boolean => /^[0-9a-f]{64}$/.test(String(value))
const text = (value: string | number | null): string | null => (value === null ? null : String(value))
