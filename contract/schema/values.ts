import * as z from 'zod/mini'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY } from '../../domain/currency.ts'
import { RATE_SOURCES } from '../../domain/rate-precedence.ts'
import { inputError } from '../../domain/input-error.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { rateFromNumber, type Rate, type RateError } from '../../domain/money.ts'
import { isEmailAddress, normaliseEmail } from '../../domain/identity/sign-in-code.ts'
import { nameError } from '../../domain/identity/user-name.ts'

/**
 * A text without U+0000, which PostgreSQL keeps nowhere, and without halves of surrogate pairs, which are no characters.
 * `error` is said where it is no text at all.
 */
export function plainText(error?: string) {
  return z.string(error === undefined ? {} : { error }).check(
    z.refine((text) => !/[\0\p{Cs}]/u.test(text), {
      error: inputError('impossible character'),
    }),
  )
}

/** A day as `YYYY-MM-DD` that exists. The text passes through unchanged; only its type becomes narrower. */
export const calendarDate = z.string({ error: inputError('date form') }).check(
  // What is compared with a date is not checked where there is none.
  z.refine(isCalendarDate, {
    error: ({ input }) => inputError(input === '' ? 'date missing' : 'no such date'),
    abort: true,
  }),
  z.meta({ format: 'date', examples: ['2026-09-29'] }),
) as unknown as z.ZodMiniType<CalendarDate, string>

export const currency = z.enum(CURRENCIES, { error: inputError('currency unknown') })
export const targetCurrency = z.literal(TARGET_CURRENCY, {
  error: inputError('target currency'),
})
export const rateSource = z.enum(RATE_SOURCES)
export const rateKind = z.enum(RATE_KINDS, { error: inputError('kind unknown') })

/** What a request says of its kind, and a response where the request named one: all else is of the indicative kind. */
export const kindField = { kind: z.optional(rateKind) } as const

/** A rate on its way in: a JSON number of rupees that becomes a whole number of ten-thousandths. */
export const rateInput = z.pipe(
  z.number({ error: inputError('rate not a number') }).check(
    (context) => {
      const checked = rateFromNumber(context.value)
      if (typeof checked === 'string') {
        context.issues.push({ code: 'custom', input: context.value, message: inputError(`rate ${checked}`) })
      }
    },
    z.meta({ examples: [301.25], description: 'Rupees for one unit, greater than 0, at most 4 decimals.' }),
  ),
  z.transform((value: number): Rate => exact(rateFromNumber(value))),
)

/** A rate on its way out: rupees for one unit, with at most 4 decimals. */
export const rateOutput = z.number()
/** An instant as ISO 8601 in UTC. */
export const instant = z.string().check(z.meta({ format: 'date-time' }))
/** A row's number. */
export const id = z.int().check(z.positive())
/** The same as it stands in a URL. */
export const idInPath = z.pipe(
  z.string().check(
    z.regex(/^[1-9][0-9]{0,14}$/, { error: inputError('id form') }),
    // An id that nothing has, so that nobody deletes something by trying an example.
    z.meta({ type: 'integer', minimum: 1, pattern: undefined, examples: [999_999_999_999_999] }),
  ),
  z.transform(Number),
)

/** A whole number of a query, at least 1 and at most `most`; `description` is for the documentation. */
export function countInQuery(most: number, name: string, description = `From 1 to ${most}.`) {
  const error = inputError('count', name, String(most))
  return z.pipe(
    z.string({ error }).check(
      z.regex(/^[1-9][0-9]{0,8}$/, { error }),
      z.refine((text) => Number(text) <= most, { error }),
      // A URL has only text; who calls thinks of a number.
      z.meta({ type: 'integer', minimum: 1, maximum: most, pattern: undefined, description }),
    ),
    z.transform(Number),
  )
}

/** How many business days lie after a rate's own day, up to the day it is given for. */
export const ageBusinessDays = z
  .int()
  .check(z.meta({ description: 'Weekends and known bank holidays are not counted.' }))

const MAX_AGE_ERROR = inputError('not an age')
/** The age in business days that a rate may have to be of use, in a query. */
export const maxAge = z.optional(
  z.pipe(
    z.string({ error: MAX_AGE_ERROR }).check(
      z.regex(/^(?:[0-9]|[12][0-9]|30)$/, { error: MAX_AGE_ERROR }),
      z.meta({
        type: 'integer',
        minimum: 0,
        maximum: 30,
        pattern: undefined,
        description: 'Business days; a rate that is older is answered with 404 `too_old`.',
      }),
    ),
    z.transform(Number),
  ),
)

/** An e-mail address, brought to the form in which it is stored. */
export const email = z.pipe(
  z.string({ error: inputError('email missing') }).check(
    z.refine((text) => isEmailAddress(text.trim()), { error: inputError('email form') }),
    z.meta({ format: 'email', examples: ['nimal@example.lk'] }),
  ),
  z.transform(normaliseEmail),
)

/** A user's name: a letter at least, nothing invisible, no feed's name, at most 80 characters. */
export const userName = z.pipe(
  z.string({ error: inputError('name empty') }).check((context) => {
    const wrong = nameError(context.value)
    if (wrong)
      context.issues.push({ code: 'custom', input: context.value, message: inputError(`name ${wrong}`) })
  }),
  z.transform((text) => text.trim()),
)

/** The envelope of a list in pages. */
export const pageFields = {
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
} as const

/** Of a response that only leads elsewhere. */
export const noBody = z.string().check(z.length(0))

export const messageResponse = z.object({ message: z.string() })

function exact(checked: Rate | RateError): Rate {
  if (typeof checked === 'string') throw new RangeError(`An unchecked rate: ${checked}`)
  return checked
}
