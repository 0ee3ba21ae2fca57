import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import { matchesEtag, PUBLIC_CACHE_CONTROL } from '../http/encoded.ts'
import { sharedQueue } from '../http/shared-queue.ts'
import { VersionedCache } from '../http/versioned-cache.ts'
import { addressBucket } from '../identity/client-address.ts'
import { spreadsheetCsv, writeSpreadsheet, type Spreadsheet } from '../text/spreadsheet.ts'
import type { PublicRates } from './public-rates.ts'
import { t } from '../../text/sentences.ts'

/** Files that are kept; one of 30 years takes 0.4 MB and 0.2 s to make. */
const MAX_KEPT = 20
/** Spreadsheets in the making for one address and for all; one of 30 years takes half a second. */
const QUEUE = { atOnce: 1, toOne: 2, inAll: 20 }

const inTurn = sharedQueue(QUEUE, () => t.ratesText.tooManyDownloads)

/** Makes a spreadsheet when the turn of its address or user comes; 503 where too many wait. */
export function renderInTurn(
  client: string,
  make: () => Spreadsheet | Promise<Spreadsheet>,
): Promise<Buffer> {
  return inTurn(client, async () => writeSpreadsheet(await make()))
}

/**
 * Sends tables as files, in the form of their name's ending. Spreadsheets are made in turn and kept
 * until rates change; 503 where too many wait.
 */
export function tableDownloads(rates: PublicRates) {
  const sheets = new VersionedCache<Buffer>(MAX_KEPT)
  return async (
    reply: FastifyReply,
    name: `${string}.${'csv' | 'xlsx'}`,
    make: () => Spreadsheet | Promise<Spreadsheet>,
  ): Promise<never> => {
    if (isKnownFile(reply, rates, name)) return reply.code(304).send() as never
    if (name.endsWith('.csv'))
      return reply.type('text/csv; charset=utf-8').send(spreadsheetCsv(await make())) as never
    const sheet = await sheets.get(rates.version, name, () =>
      renderInTurn(addressBucket(reply.request.ip), make),
    )
    return reply.type(XLSX_TYPE).send(sheet) as never
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
