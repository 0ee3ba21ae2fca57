import { createHash, createPublicKey, sign, verify, type Hash, type KeyObject } from 'node:crypto'
import type { ChainEnd } from '../chain/chain-check.ts'
import { publicKeyText, type Checkpoint } from '../chain/checkpoint.ts'
import type { AuditFilter } from '../audit-log-queries.ts'

const FORMAT = 'rupee-rates audit export 1'

/** What stands at the end of an exported file: what it holds, of which chain, and who says so. */
export interface ExportProof {
  readonly format: typeof FORMAT
  readonly exported_at: string
  readonly filter: AuditFilter
  readonly rows: number
  /** In how many of them the personal part is shown masked, and covered by nothing. */
  readonly masked?: number
  readonly first: number | null
  readonly last: number | null
  /** The end of the whole chain at that moment: the entry about this export. */
  readonly head: { readonly id: number; readonly hash: string }
  /** SHA-256 over the hashes of all rows in their order, in hex. */
  readonly digest: string
  /** The newest signed checkpoint of the server then. */
  readonly checkpoint: Checkpoint | null
  readonly public_key: string
  /** Ed25519 over everything above but the checkpoint, in base64. */
  readonly signature: string
}

/** Counts and digests the rows of a file, while writing it or reading it back. */
export class RowDigest {
  private readonly digest: Hash = createHash('sha256')
  rows = 0
  /** Rows that show their personal part masked: nothing vouches for what stands there. */
  masked = 0
  first: number | null = null
  last: number | null = null

  add({ id, hash }: ChainEnd, masked = false): void {
    this.rows++
    if (masked) this.masked++
    this.first ??= id
    this.last = id
    this.digest.update(hash)
  }

  hex(): string {
    return this.digest.copy().digest('hex')
  }
}

/** What a file is made of, when, and where the trail ended then. */
export interface ProvenExport {
  readonly filter: AuditFilter
  readonly head: ChainEnd
  readonly at: Date
  readonly checkpoint: Checkpoint | null
}

/** Signs what a file holds. */
export function proveExport(key: KeyObject, digest: RowDigest, about: ProvenExport): ExportProof {
  const unsigned = {
    format: FORMAT,
    exported_at: about.at.toISOString(),
    filter: about.filter,
    rows: digest.rows,
    ...(digest.masked > 0 && { masked: digest.masked }),
    first: digest.first,
    last: digest.last,
    head: { id: about.head.id, hash: about.head.hash.toString('hex') },
    digest: digest.hex(),
    public_key: publicKeyText(createPublicKey(key)),
  } as const
  const signature = sign(null, signedText(unsigned), key).toString('base64')
  return { ...unsigned, checkpoint: about.checkpoint, signature }
}

/** Whether a proof was signed with the private half of this key. */
export function isProofSignedBy(publicKey: KeyObject, proof: ExportProof): boolean {
  return verify(null, signedText(proof), publicKey, Buffer.from(proof.signature, 'base64'))
}

function signedText(proof: Omit<ExportProof, 'checkpoint' | 'signature'>): Buffer {
  const { exported_at, filter, rows, masked = 0, first, last, head, digest, public_key } = proof
  return Buffer.from(
    `${FORMAT}\n${JSON.stringify([exported_at, filter, rows, first, last, head.id, head.hash, digest, public_key, ...(masked > 0 ? [masked] : [])])}\n`,
  )
}

/** The proof that a text holds, or undefined where it holds none. */
export function parseProof(text: string): ExportProof | undefined {
  try {
    const proof = JSON.parse(text) as Partial<ExportProof> | null
    const whole =
      proof?.format === FORMAT &&
      typeof proof.signature === 'string' &&
      typeof proof.rows === 'number' &&
      typeof proof.head?.hash === 'string'
    return whole ? (proof as ExportProof) : undefined
  } catch {
    return undefined
  }
}
