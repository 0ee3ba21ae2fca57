import type { KeyObject } from 'node:crypto'
import type { AuditResult } from '../../../contract/schema/audit-log.schema.ts'
import type { ChainEnd } from '../chain/chain-check.ts'
import { entryHash, personalState, type ChainedEntry } from '../entry-hash.ts'
import { isProofSignedBy, RowDigest, type ExportProof } from './export-proof.ts'
import type { ExportPart } from './read-export.ts'
import { publicKeyText } from '../chain/checkpoint.ts'
import { resultText } from '../chain/audit-report.ts'
import { chainText, groupedNumber } from '../../text/en/audit-log.ts'

/** Everything that a check of an exported file found out. */
export interface ExportReport {
  readonly verdict: AuditResult
  /** The entry at which it breaks, where that can be told. */
  readonly at: number | null
  readonly rows: number
  readonly rowsValid: number
  /** Rows whose personal part was erased before the export, or left out since. */
  readonly withoutPersonal: number
  /** Rows that show their personal part masked: nothing vouches for what stands there. */
  readonly masked: number
  /** Rows that stand directly behind the one before them in the chain, and those of them that hold its hash. */
  readonly neighbours: number
  readonly linksValid: number
  readonly proof: ExportProof | null
}

type Finding = Pick<ExportReport, 'verdict' | 'at'>

/**
 * Checks an exported file by itself: each row against its hash, rows that are neighbours against each other, and all of
 * them together against what the server has signed. Without the server's public key nobody vouches for the file.
 */
export async function verifyExport(
  parts: AsyncIterable<ExportPart>,
  publicKey: KeyObject | undefined,
): Promise<ExportReport> {
  const check = new ExportCheck()
  let proof: ExportProof | null = null
  for await (const part of parts) {
    if ('proof' in part) proof = part.proof
    else check.add(part.entry, part.masked)
  }
  const { rows, rowsValid, withoutPersonal, neighbours, linksValid } = check
  const { masked } = check.digest
  const found = check.broken ?? judgeProof(check, proof, publicKey)
  return { ...found, rows, rowsValid, withoutPersonal, masked, neighbours, linksValid, proof }
}

class ExportCheck {
  readonly digest = new RowDigest()
  rowsValid = 0
  withoutPersonal = 0
  neighbours = 0
  linksValid = 0
  firstGap: number | null = null
  broken: Finding | null = null
  private before: ChainEnd | null = null

  get rows(): number {
    return this.digest.rows
  }

  add(entry: ChainedEntry, masked: boolean): void {
    const { before } = this
    const personal = personalState(entry)
    // Its hash is made of what is masked.
    if (masked && entry.format === 1) this.broken ??= { verdict: 'NOT COVERED', at: entry.id }
    const valid = entryHash(entry).equals(entry.hash) && personal !== 'changed'
    if (personal === 'missing' && !masked) this.withoutPersonal++
    const isNeighbour = before !== null && entry.id === before.id + 1
    const linked = !isNeighbour || entry.previous_hash.equals(before.hash)
    if (valid) this.rowsValid++
    if (isNeighbour) this.neighbours++
    if (isNeighbour && linked) this.linksValid++
    if (!valid || (before !== null && entry.id <= before.id))
      this.broken ??= { verdict: 'EDITED', at: entry.id }
    if (!linked) this.broken ??= { verdict: 'EDITED', at: entry.id - 1 }
    if (entry.id > (before?.id ?? 0) + 1) this.firstGap ??= (before?.id ?? 0) + 1
    this.digest.add(entry, masked)
    this.before = entry
  }
}

function judgeProof(
  { digest, firstGap }: ExportCheck,
  proof: ExportProof | null,
  publicKey: KeyObject | undefined,
): Finding {
  const behind = (digest.last ?? 0) + 1
  if (!proof) return { verdict: 'TRUNCATED', at: behind }
  const isWhole = Object.keys(proof.filter).every((name) => name === 'up_to')
  if (isWhole && firstGap !== null) return { verdict: 'GAP', at: firstGap }
  if (digest.rows < proof.rows) {
    return digest.last === proof.last ? { verdict: 'GAP', at: null } : { verdict: 'TRUNCATED', at: behind }
  }
  // A row that says that it is masked, in a file in which the server masked none, hides what was changed.
  if (digest.masked !== (proof.masked ?? 0)) return { verdict: 'REWRITTEN', at: null }
  if (digest.hex() !== proof.digest) return { verdict: 'REWRITTEN', at: null }
  if (!publicKey || proof.public_key !== publicKeyText(publicKey)) {
    return { verdict: 'NOT COVERED', at: digest.first }
  }
  return isProofSignedBy(publicKey, proof) ? { verdict: 'OK', at: null } : { verdict: 'REWRITTEN', at: null }
}

const UNPLACED: Readonly<Partial<Record<AuditResult, string>>> = {
  OK: 'every row is what the server exported',
  GAP: 'rows are missing that the server exported',
  REWRITTEN: 'the rows are not those that the server exported and signed',
  'NOT COVERED': 'the rows fit each other, but are not signed with the key that this is checked with',
}

/** A report of an exported file in lines, the verdict last. */
export function exportReportLines({ proof, verdict, at, ...found }: ExportReport): string[] {
  const grouped = groupedNumber
  const filter = proof && Object.keys(proof.filter).length > 0 ? JSON.stringify(proof.filter) : 'none'
  return [
    `Rows:        ${grouped(found.rowsValid)} of ${grouped(found.rows)} match their hash`,
    `Links:       ${grouped(found.linksValid)} of ${grouped(found.neighbours)} neighbours hold the hash of the one before`,
    `Erased:      ${grouped(found.withoutPersonal)} of ${grouped(found.rows)} rows hold only a commitment to personal data`,
    ...(found.masked > 0
      ? [
          `Masked:      ${grouped(found.masked)} of ${grouped(found.rows)} rows; the check does not cover the addresses, devices and names shown in them`,
        ]
      : []),
    ...(proof
      ? [
          `Exported:    ${proof.exported_at}, ${grouped(proof.rows)} rows, when the trail ended with entry ${grouped(proof.head.id)}`,
          `Filter:      ${filter}`,
          `Signed by:   ${proof.public_key}`,
        ]
      : ['Proof:       none; the end of the file is missing']),
    `${resultText(verdict, at)}: ${(at === null || verdict === 'NOT COVERED' ? UNPLACED[verdict] : undefined) ?? chainText.meaning(verdict, at)}.`,
  ]
}
