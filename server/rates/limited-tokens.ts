import { sql } from 'kysely'
import type { RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { newestVersion } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { SignedIn } from '../identity/actor.ts'

/** The main series among the publishers of a token. */
const MAIN = 'main'

/**
 * Runs `act`. Throws 403 if a limited token changed other rates than its own by it, or anything but
 * rates. Reads the recorded changes, so that each way to write is covered: entries, imports, undoing.
 */
export async function actWithinToken<T>(
  trx: Transaction,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  act: () => Promise<T>,
): Promise<T> {
  const { publishers = [], kinds = [] } = accessToken ?? {}
  if (publishers.length === 0 && kinds.length === 0) return act()
  const before = await newestVersion(trx)
  const done = await act()
  const { rows } = await sql<{ subject: string; kind: RateKind | null; publisher: string }>`
    SELECT DISTINCT subject, coalesce(bank, ${MAIN}) AS publisher,
      CASE subject WHEN 'customs schedule' THEN 'customs' ELSE kind END AS kind
    FROM public.change WHERE version > ${before} AND source IS DISTINCT FROM 'sample'`.execute(trx)
  const isOutside = rows.some(
    ({ subject, kind, publisher }) =>
      !['rate', 'customs schedule'].includes(subject) ||
      (kinds.length > 0 && !kinds.some((each) => each === kind)) ||
      (publishers.length > 0 && !publishers.includes(publisher)),
  )
  if (!isOutside) return done
  const all = t.accessTokensText.all
  throw new ApiError(
    'forbidden',
    t.accessTokensText.outside({
      publishers: publishers.join(', ') || all,
      kinds: kinds.join(', ') || all,
    }),
  )
}
