import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors.ts'
import { matchesEtag, PUBLIC_CACHE_CONTROL } from '../http/encoded.ts'
import type { PublicRates } from './public-rates.ts'
import { ratesText } from '../text/en/rates.ts'

/** Files that are kept; one of 30 years takes 0.4 MB and 0.2 s to make. */
const MAX_KEPT = 20
/** A sheet of 30 years takes a processor for half a second: so many may wait for their turn, and others are told to come back. */
const MAX_WAITING = 5

/** Spreadsheets made one after the other and kept until a public response may have become another. */
export class SheetQueue {
  private readonly rates: PublicRates
  private readonly sheets = new Map<string, Promise<Buffer>>()
  private version = ''
  private waiting = 0
  private turn: Promise<unknown> = Promise.resolve()

  constructor(rates: PublicRates) {
    this.rates = rates
  }

  /** The sheet of a name; whoever asks for the same one at once waits for one making of it. Throws 503 where too many wait. */
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    if (this.version !== this.rates.version) this.sheets.clear()
    this.version = this.rates.version
    const kept = this.sheets.get(name)
    if (kept) return kept
    if (this.sheets.size >= MAX_KEPT) this.sheets.clear()
    if (this.waiting >= MAX_WAITING)
      throw new ApiError('unavailable', ratesText.tooManyDownloads, {
        retryAfter: 2,
      })
    this.waiting++
    const made = this.turn.then(make).finally(() => this.waiting--)
    this.turn = made.catch(() => this.sheets.delete(name))
    this.sheets.set(name, made)
    return made
  }
}

/** Sets what every download carries; whether the client has this very file already. */
export function isKnownFile(reply: FastifyReply, rates: PublicRates, name: string): boolean {
  const hash = createHash('sha256').update(`${name} ${rates.version}`).digest('base64url')
  const etag = `"${hash.slice(0, 22)}"`
  reply.headers({
    'cache-control': PUBLIC_CACHE_CONTROL,
    etag,
    'content-disposition': `attachment; filename="${name}"`,
  })
  return matchesEtag(reply.request.headers['if-none-match'], etag)
}
