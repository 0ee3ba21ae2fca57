import * as z from 'zod/mini'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { inputError } from '../../domain/input-error.ts'
import { seriesOf } from '../../domain/series.ts'
import { endpoint } from '../endpoint.ts'
import { entryDate, manualRate, rateWarning, reason } from '../entries.ts'
import { errorBody } from '../error-body.ts'
import { dayRate } from './rates.ts'
import * as v from '../values.ts'

/** 20 changes, each with its reason to be checked. */
const CHANGES_LIMIT = 16_384

/** How many changes one request may make: as many as a page of entries has. */
export const MAX_CHANGES = 20

/** What is known of a day for one currency. */
export const dayRow = z.object({
  currency: v.currency,
  /** The live entry of the day; null where there is none. */
  entry: z.nullable(manualRate),
  /**
   * What the feed, or the sample in its place, says of the day, whether or not an entry stands over
   * it.
   */
  published: z.nullable(dayRate),
  previous: z.nullable(dayRate),
})
export type DayRow = z.output<typeof dayRow>

export const entriesOfDay = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/manual/day',
  access: 'read',
  summary: 'Entries of a day',
  description:
    'The entries of a day, with the published rate and the one before, for every currency. ' +
    'What a form shows beside its fields. The day defaults to today in Colombo, `kind` to ' +
    '`indicative`; a day after today is refused.',
  query: z.strictObject({ date: z.optional(v.calendarDate), ...v.kindAndPublisher }),
  response: {
    200: v.dataResponse({ date: v.calendarDate, rates: z.array(dayRow), ...v.kindAndPublisher }),
  },
})

const entryId = v.wholeNumber(1, 999_999_999_999_999, inputError('id form'))

/** A live entry as the caller saw it: where it is another by now, nothing is changed. */
export const seenEntry = z.strictObject({ id: entryId, updated_at: v.instant })
export type SeenEntry = z.output<typeof seenEntry>

/** The changes of a request. With `today` the days to enter are held to the window of entry too. */
export function rateChangesFor(today?: () => CalendarDate) {
  const entered = z.pipe(
    z
      .strictObject({
        date: today ? entryDate(today) : v.calendarDate,
        base_currency: v.currency,
        ...v.kindAndPublisher,
        rate: v.rateInput,
        ...v.unitsField,
        /** The entry that it replaces, as the caller saw it; null where the caller saw none. */
        replaces: z.nullable(seenEntry),
      })
      .check(
        z.refine(
          ({ base_currency, rate, units }) => v.keptRate(base_currency, rate, units) !== undefined,
          { error: v.unitsError, path: ['units'] },
        ),
      ),
    z.transform(({ base_currency, kind, publisher, rate, units, ...rest }) => ({
      ...rest,
      rate: v.keptRate(base_currency, rate, units) ?? rate,
      ...seriesOf(base_currency, kind, publisher),
      namesKind: kind !== undefined,
    })),
  )
  return z
    .strictObject({
      enter: z.optional(z.array(entered)),
      delete: z.optional(z.array(seenEntry)),
      restore: z.optional(z.array(z.strictObject({ id: entryId }))),
      reason: z.optional(reason),
    })
    .check(
      z.refine(
        ({ enter = [], delete: deleted = [], restore = [] }) => {
          const count = enter.length + deleted.length + restore.length
          return count >= 1 && count <= MAX_CHANGES
        },
        { error: inputError('changes count', String(MAX_CHANGES)), path: ['enter'] },
      ),
    )
}

export const rateChanges = rateChangesFor()
export type RateChanges = z.output<typeof rateChanges>

/** An entry before and after; null where none was, or is, live. */
export const rateChange = z.object({
  before: z.nullable(manualRate),
  after: z.nullable(manualRate),
  /** What looks wrong about the rate, which is published all the same. */
  warnings: z.optional(z.array(rateWarning)),
})
export type RateChange = z.output<typeof rateChange>

export const changeManualRates = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/manual/changes',
  access: 'write',
  bodyLimit: CHANGES_LIMIT,
  summary: 'Change several entries',
  description:
    'Several entries at once: enter, delete and restore, all or none. ' +
    'Publishes immediately, in one step, with an audit entry for each change; deletions come ' +
    'first, then restorations. An entry that is not as the caller saw it (`updated_at`, and ' +
    '`replaces` null for none) gets 409, and nothing is changed. `data` has each change in ' +
    'that order, from which the reverse can be made. An `Idempotency-Key` header makes a ' +
    'repeat return the first response.',
  // A day long past: pasted as it is, it publishes nothing.
  example: { enter: [{ date: '2000-01-03', base_currency: 'USD', rate: 301.25, replaces: null }] },
  body: rateChanges,
  response: {
    200: z.object({ message: z.string(), data: z.array(rateChange) }),
    409: errorBody,
  },
})
