import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/calendar.ts'
import { yearOf } from '../../domain/bank-holiday.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { BaseDependencies } from '../deps.ts'
import { claimJob } from '../database/claimed-job.ts'
import { ApiError, invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { readHolidayPage } from './holiday-page.ts'
import { FeedError } from './rate-feed.ts'
import { readPage } from './read-response.ts'
import { t } from '../../text/sentences.ts'

/** Has a page for each year, `bank-holidays-2027`, linked under About, The Bank, Bank Holidays. */
const PUBLIC_URL = 'https://www.cbsl.gov.lk/en/about/about-the-bank'
/** A page is requested once in so long, by all servers of an installation together. */
const PAUSE_MS = 5 * 60_000

const JOB = 'read bank holidays'

/** What the page of a year has, as rows for the import, and where it is. */
interface Proposal {
  readonly source: string
  readonly text: string
}

/** The bank holidays that the Central Bank has published for a year, for a user to import. */
export function holidayProposalRoutes(app: FastifyInstance, deps: BaseDependencies): void {
  const propose = holidayProposals(deps)
  serve(app, contract.proposedHolidays, async ({ query }) => {
    const present = yearOf(dayInColombo(deps.clock()))
    const { year = present + 1 } = query
    const years = [present, present + 1]
    if (!years.includes(year))
      throw invalid({ year: [t.calendarText.proposalYear({ years: years.join(' or ') })] })
    return { data: { year, ...(await propose(year)) } }
  })
}

/** Reads the Central Bank's page of a year's bank holidays, and keeps what it said for a while. */
function holidayProposals({ config, db, clock }: BaseDependencies) {
  const kept = new Map<number, { readonly until: number; readonly answer: Promise<Proposal> }>()

  /** Throws an ApiError whose sentence says how to go on where there is nothing to propose. */
  return async (year: number): Promise<Proposal> => {
    const url = pageOf(config, year)
    if (url === undefined) throw new ApiError('not_found', t.calendarText.proposalOff)
    const now = clock()
    const known = kept.get(year)
    if (known && now.getTime() < known.until) return known.answer
    const answer = claimJob(db, { job: JOB, slot: String(year), holder: JOB, now }, PAUSE_MS).then(
      (claimed) => {
        if (claimed) return ask(url, year, config.rateFeedUserAgent)
        kept.delete(year)
        throw new ApiError('too_many_requests', t.calendarText.proposalAsked, {
          retryAfter: PAUSE_MS / 1000,
        })
      },
    )
    kept.set(year, { until: now.getTime() + PAUSE_MS, answer })
    return answer
  }
}

/** An installation that follows no feed, or a mirror, requests nothing elsewhere. */
function pageOf(
  { rateFeed, rateFeedUrl }: BaseDependencies['config'],
  year: number,
): string | undefined {
  if (rateFeed === 'off' || (rateFeed !== 'cbsl' && rateFeedUrl !== undefined)) return undefined
  return `${(rateFeedUrl ?? PUBLIC_URL).replace(/\/$/, '')}/bank-holidays-${year}`
}

async function ask(url: string, year: number, userAgent: string): Promise<Proposal> {
  let text: string | null = null
  try {
    const { signal } = new AbortController()
    text = readHolidayPage(await readPage(url, undefined, { signal, userAgent }), year)
  } catch (cause) {
    // A RangeError: elements within elements beyond what the stack holds.
    if (!(cause instanceof RangeError) && !(cause instanceof FeedError)) throw cause
    if (cause instanceof FeedError && !cause.nothingThere)
      throw new ApiError(
        'unavailable',
        t.calendarText.proposalUnreadable({ reason: cause.message }),
        { cause },
      )
  }
  if (text === null) throw new ApiError('not_found', t.calendarText.proposalNone({ year }))
  return { source: t.calendarText.proposalSource({ url }).slice(0, 200), text }
}
