import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { seriesOf } from '../domain/series.ts'
import { endpoint } from './endpoint.ts'
import { entryId, manualRate, rateWarning, reason, REFUSED_ENTRY, seenEntry } from './entries.ts'
import { errorBody } from './errors.ts'
import * as v from './values.ts'

/** In bytes, of a whole body: 20 entries with a reason. */
const CHANGES_LIMIT = 16_384

const MAX_CHANGES = 20

const entered = z.pipe(
  z
    .strictObject({
      date: v.calendarDate,
      base_currency: v.currency,
      ...v.kindAndPublisher,
      rate: v.rateInput,
      ...v.unitsField,
      replaces: z.nullable(seenEntry),
      accept: v.accept,
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
const rateChanges = z
  .strictObject({
    enter: z.optional(z.array(entered)),
    delete: z.optional(z.array(seenEntry)),
    restore: z.optional(
      z.array(z.strictObject({ id: entryId, version: z.optional(entryId), accept: v.accept })),
    ),
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
export type RateChanges = z.output<typeof rateChanges>

export const rateChange = z.object({
  before: z.nullable(manualRate),
  after: z.nullable(manualRate),
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
    'Publishes immediately, in one step, with an audit entry for each change, which `reason` is in; deletions come ' +
    'first, then restorations. An entry that is not as the caller saw it (`version`, and ' +
    '`replaces` null for none) gets 409, and nothing is changed. `data` has each change in ' +
    'that order, from which the reverse can be made. An `Idempotency-Key` header makes a ' +
    'repeat return the first response. An access token’s doubtful figure is refused as by ' +
    '`POST /api/exchange-rate/manual`, unless its `accept` lists the codes; `line` of a warning ' +
    'counts what is entered from 1, then what is restored.',
  example: {
    enter: [{ date: REFUSED_ENTRY.date, base_currency: 'USD', rate: 301.25, replaces: null }],
  },
  body: rateChanges,
  response: {
    200: z.object({ message: z.string(), data: z.array(rateChange) }),
    409: errorBody,
    422: errorBody,
  },
})
