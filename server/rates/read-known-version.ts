import { sql } from 'kysely'
import { t } from '../../text/sentences.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'

/** So long ago an instant is now: a request takes a moment. */
const NOW_MS = 5000

interface Row {
  readonly known: number | null
  readonly newest: number
  readonly newestAt: Date | null
}

/**
 * Returns the newest version of an instant. Throws 400 for the future. Entries lie ahead after a
 * clock was; then all of them are known now.
 */
export async function readKnownVersion(
  { readDb, clock }: Pick<Context, 'readDb' | 'clock'>,
  instant: Date,
): Promise<number> {
  const { rows } = await sql<Row>`
    SELECT h.version AS newest, e.created_at AS "newestAt",
      (SELECT last_change FROM public.audit_entry
        WHERE created_at <= ${instant} AND last_change IS NOT NULL
        ORDER BY created_at DESC, id DESC LIMIT 1) AS known
    FROM public.audit_head h LEFT JOIN public.audit_entry e USING (id)`.execute(readDb)
  const { known, newest, newestAt } = rows[0] ?? { known: 0, newest: 0, newestAt: null }
  const now = clock()
  const end = newestAt && newestAt > now ? newestAt : now
  if (instant > end) throw invalid({ known_at: [t.ratesText.futureInstant] })
  const isNow = instant <= now && now.getTime() - instant.getTime() <= NOW_MS
  return isNow && end > now ? newest : (known ?? 0)
}
