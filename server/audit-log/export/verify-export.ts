import type { KeyObject } from 'node:crypto'
import type { AuditResult } from '../../../contract/schema/audit-log.schema.ts'
import type { ChainEnd } from '../chain/chain-check.ts'
import { entryHash, personalState, type ChainedEntry } from '../entry-hash.ts'
import { isProofSignedBy, RowDigest, type ExportProof } from './export-proof.ts'
import type { ExportPart } from './read-export.ts'
import { keyName, publicKeyOf, publicKeyText } from '../chain/checkpoint.ts'
import { NO_CHECKPOINTS, type FoundCheckpoints } from '../chain/checkpoint-files.ts'
import { compareHashes, type CheckpointFindings } from '../chain/checkpoint-findings.ts'
import { resultText } from '../chain/audit-report.ts'
import { chainText, groupedNumber } from '../../text/en/audit-log.ts'

/** Everything that a check of an exported file found out. */
type ExportReport = Awaited<ReturnType<typeof verifyExport>>

interface Finding {
  readonly verdict: AuditResult
  /** The entry at which it breaks, where that can be told. */
  readonly at: number | null
}

/**
 * Checks an exported file by itself: each row against its hash, rows that are neighbours against each other, all of
 * them together against what the server has signed, and the entries that have checkpoints against those. Without the server's
 * public key, or one that it was handed over to by a line of the checkpoints, nobody vouches for the file.
 */
export async function verifyExport(
  parts: AsyncIterable<ExportPart>,
  publicKey: KeyObject | undefined,
  found: FoundCheckpoints = NO_CHECKPOINTS,
) {
  const check = new ExportCheck(new Set([...found.good, ...found.foreign].map(({ entry }) => entry)))
  let proof: ExportProof | null = null
  for await (const part of parts) {
    if ('proof' in part) proof = part.proof
    else check.add(part.entry, part.masked)
  }
  const { rows, rowsValid, withoutPersonal, neighbours, linksValid } = check
  const { masked } = check.digest
  // Of the entries in the file.
  const checkpoints = compareHashes(check.inFile(found), (entry) => check.hashes.get(entry), Infinity)
  const trusted = new Set([...found.keys, ...(publicKey ? [keyName(publicKey)] : [])])
  const judged: Finding = check.broken ?? judgeProof(check, proof, { found, checkpoints, trusted })
  return { ...judged, rows, rowsValid, withoutPersonal, masked, neighbours, linksValid, proof, checkpoints }
}

class ExportCheck {
  readonly digest = new RowDigest()
  rowsValid = 0
  /** Rows whose personal part was erased before the export, or left out since. */
  withoutPersonal = 0
  /** Rows that stand directly behind the one before them in the chain, and those of them that hold its hash. */
  neighbours = 0
  linksValid = 0
  firstGap: number | null = null
  broken: Finding | null = null
  /** Of the entries that have a checkpoint, in hex. */
  readonly hashes = new Map<number, string>()
  private readonly signed: ReadonlySet<number>
  private before: ChainEnd | null = null

  constructor(signed: ReadonlySet<number>) {
    this.signed = signed
  }

  /** Only the checkpoints of entries that the file has. */
  inFile(found: FoundCheckpoints): FoundCheckpoints {
    const has = ({ entry }: { readonly entry: number }) => this.hashes.has(entry)
    return { ...found, good: found.good.filter(has), foreign: found.foreign.filter(has) }
  }

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
    if (this.signed.has(entry.id)) this.hashes.set(entry.id, entry.hash.toString('hex'))
    this.digest.add(entry, masked)
    this.before = entry
  }
}

interface Vouchers {
  readonly found: FoundCheckpoints
  readonly checkpoints: CheckpointFindings
  /** Names of the keys that count. */
  readonly trusted: ReadonlySet<string>
}

function judgeProof(
  { digest, firstGap }: ExportCheck,
  proof: ExportProof | null,
  { found, checkpoints, trusted }: Vouchers,
): Finding {
  const behind = (digest.last ?? 0) + 1
  if (checkpoints.contradictedAt !== null) return { verdict: 'REWRITTEN', at: checkpoints.contradictedAt }
  if (!proof) return { verdict: 'TRUNCATED', at: behind }
  const isWhole = Object.keys(proof.filter).every((name) => name === 'up_to')
  if (isWhole && firstGap !== null) return { verdict: 'GAP', at: firstGap }
  if (digest.rows < proof.rows) {
    return digest.last === proof.last ? { verdict: 'GAP', at: null } : { verdict: 'TRUNCATED', at: behind }
  }
  // A row that says that it is masked, in a file in which the server masked none, hides what was changed.
  if (digest.masked !== (proof.masked ?? 0)) return { verdict: 'REWRITTEN', at: null }
  if (digest.hex() !== proof.digest) return { verdict: 'REWRITTEN', at: null }
  const key = trustedKey(proof, trusted)
  if (!key) return { verdict: 'NOT COVERED', at: digest.first }
  if (!isProofSignedBy(key, proof)) return { verdict: 'REWRITTEN', at: null }
  const { id: end } = proof.head
  const later = [...found.good, ...found.foreign].find((one) => one.entry > end && one.at < proof.exported_at)
  if (later) return { verdict: 'TRUNCATED', at: end + 1 }
  return found.forged > 0 || found.keyProblem !== null
    ? { verdict: 'NOT COVERED', at: digest.first }
    : { verdict: 'OK', at: null }
}

/** The key that a proof names, where it is one of those that count. */
function trustedKey({ public_key: text }: ExportProof, trusted: ReadonlySet<string>): KeyObject | undefined {
  try {
    const key = publicKeyOf(text)
    return trusted.has(keyName(key)) && publicKeyText(key) === text ? key : undefined
  } catch {
    return undefined // no key at all
  }
}

const UNPLACED: Readonly<Partial<Record<AuditResult, string>>> = {
  OK: 'every row is what the server exported',
  GAP: 'rows are missing that the server exported',
  REWRITTEN: 'the rows are not those that the server exported and signed',
  'NOT COVERED': 'the rows fit each other, but are not signed with the key that this is checked with',
}

/** A report of an exported file in lines, the verdict last. */
export function exportReportLines({ proof, verdict, at, checkpoints, ...found }: ExportReport): string[] {
  const grouped = groupedNumber
  const { signed, agreeing, foreign, foreignAgreeing, forged, keyProblem } = checkpoints
  const isUnplaced = at === null || verdict === 'NOT COVERED'
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
    ...(signed + foreign + forged > 0
      ? [
          `Checkpoints: ${grouped(agreeing + foreignAgreeing)} of ${grouped(signed + foreign)} for entries in the file agree` +
            (forged > 0 ? `; ${chainText.forged(forged)}` : ''),
        ]
      : []),
    ...(proof
      ? [
          `Exported:    ${proof.exported_at}, ${grouped(proof.rows)} rows, when the trail ended with entry ${grouped(proof.head.id)}`,
          `Filter:      ${filter}`,
          `Signed by:   ${proof.public_key}`,
        ]
      : ['Proof:       none; the end of the file is missing']),
    `${resultText(verdict, at)}: ${(isUnplaced ? (keyProblemText(verdict, keyProblem) ?? UNPLACED[verdict]) : undefined) ?? chainText.meaning(verdict, at)}.`,
  ]
}

function keyProblemText(verdict: AuditResult, keyProblem: string | null): string | undefined {
  return verdict === 'NOT COVERED' && keyProblem !== null
    ? `the rows fit each other, but ${keyProblem}`
    : undefined
}
