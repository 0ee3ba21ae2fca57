import { sql } from 'kysely'
import type { RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { SignedIn } from '../identity/actor.ts'

/** The main series among the publishers of a token. */
export const MAIN = 'main'

/**
 * Throws 403 if a limited token has changed other rates than its own, or anything but rates. Looks
 * at the changes after `before`, so that each way to write is covered: entries, imports and undoing.
 */
export async function assertWithinToken(
  trx: Transaction,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  before: number,
): Promise<void> {
  const { publishers = [], kinds = [] } = accessToken ?? {}
  if (publishers.length === 0 && kinds.length === 0) return
  const { rows } = await sql<{ subject: string; kind: RateKind | null; publisher: string }>`
    SELECT DISTINCT subject, kind, coalesce(bank, ${MAIN}) AS publisher
    FROM public.change WHERE version > ${before} AND source IS DISTINCT FROM 'sample'`.execute(trx)
  const isOutside = rows.some(
    ({ subject, kind, publisher }) =>
      subject !== 'rate' ||
      (kinds.length > 0 && !kinds.some((each) => each === kind)) ||
      (publishers.length > 0 && !publishers.includes(publisher)),
  )
  if (!isOutside) return
  const all = t.accessTokensText.all
  throw new ApiError(
    'forbidden',
    t.accessTokensText.outside({
      publishers: publishers.join(', ') || all,
      kinds: kinds.join(', ') || all,
    }),
  )
}
