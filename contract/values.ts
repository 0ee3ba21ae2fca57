import * as z from 'zod/mini'
import { isCalendarDate, type CalendarDate } from '../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../domain/currency.ts'
import { RATE_SOURCES } from '../domain/rate-precedence.ts'
import { inputError } from '../domain/input-error.ts'
import { RATE_WARNINGS } from '../domain/rate-warnings.ts'
import { isPublisher, publishers, RATE_KINDS } from '../domain/series.ts'
import { MAX_RATE, rateFromNumber, type Rate } from '../domain/money.ts'
import { isEmailAddress, normaliseEmail } from '../domain/identity/account.ts'
import { nameError } from '../domain/identity/user-name.ts'

/** Refuses U+0000, which PostgreSQL cannot store, and lone surrogates. */
export function plainText(error?: string) {
  return z
    .string(error === undefined ? {} : { error })
    .check(
      z.refine((text) => !/[\0\p{Cs}]/u.test(text), { error: inputError('impossible character') }),
    )
}

export const calendarDate = z.string({ error: inputError('date form') }).check(
  // Later checks compare the date, so they need a valid one.
  z.refine(isCalendarDate, {
    error: ({ input }) => inputError(input === '' ? 'date missing' : 'no such date'),
    abort: true,
  }),
  z.meta({ format: 'date', examples: ['2026-09-29'] }),
) as unknown as z.ZodMiniType<CalendarDate, string>

/* @__NO_SIDE_EFFECTS__ */
function refused<Value>(errorOf: (value: Value) => string | undefined): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const message = errorOf(value)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  }
}

export const CONFIGURED_VALUES = new Map<unknown, () => readonly string[]>()

/** Reads the values at each check, because the configuration sets them. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOfConfigured<Value extends string>(
  values: () => readonly Value[],
  error: string,
) {
  const schema = z
    .string({ error })
    .check(refused((value) => (values().includes(value as Value) ? undefined : error)))
  CONFIGURED_VALUES.set(schema, values)
  return schema as unknown as z.ZodMiniType<Value, Value>
}

export const currency = oneOfConfigured(currencies, inputError('currency unknown'))
export const targetCurrency = z.literal(TARGET_CURRENCY, { error: inputError('target currency') })
export const rateSource = z.enum(RATE_SOURCES)
export const rateKind = z.enum(RATE_KINDS, { error: inputError('kind unknown') })

const publisherUnknown = () =>
  inputError(publishers().length === 0 ? 'no publishers' : 'publisher unknown')
export const publisher = z.string({ error: publisherUnknown }).check(
  z.refine(isPublisher, { error: publisherUnknown }),
  z.meta({
    description:
      'A bank of the setting `PUBLISHERS`. Without it: the main rates, the feed’s with those ' +
      'entered over them.',
  }),
)

export const publisherOrAll = z.string().check(
  z.refine((text) => text === 'all' || isPublisher(text), {
    error: inputError('publisher or all'),
  }),
)

/** Default: the indicative rates of the main series. */
export const kindAndPublisher = {
  kind: z.optional(rateKind),
  publisher: z.optional(publisher),
} as const
export type KindAndPublisher = {
  readonly kind?: z.output<typeof rateKind> | undefined
  readonly publisher?: string | undefined
}

/** JSON number of rupees to a whole number of ten-thousandths. */
export const rateInput = z.pipe(
  z.number({ error: inputError('rate not a number') }).check(
    refused((value: number) => {
      const checked = rateFromNumber(value)
      return typeof checked === 'string' ? inputError(`rate ${checked}`) : undefined
    }),
    z.meta({
      examples: [301.25],
      description: 'Rupees for one unit, greater than 0, at most 4 decimals.',
    }),
  ),
  z.transform((value: number) => rateFromNumber(value) as Rate),
)

export const unitsField = {
  units: z.optional(
    z
      .int()
      .check(
        z.meta({ description: 'How many units of the currency the rates are for, where not one.' }),
      ),
  ),
} as const

export const quotedCurrency = { currency, target_currency: targetCurrency, ...unitsField } as const

/** Undefined for other units or a rate that is too large. */
export function keptRate(currency: Currency, rate: Rate, units = 1): Rate | undefined {
  const kept = (units === 1 ? rate * unitsOf(currency) : rate) as Rate
  return (units === 1 || units === unitsOf(currency)) && kept <= MAX_RATE ? kept : undefined
}
export const unitsError = inputError(
  'choice',
  'units',
  '1, or as many as rates of the currency have',
)

/** Rupees for one unit, or for `units`, with at most 4 decimals. */
export const rateOutput = z.number()
declare const isInstant: unique symbol
type Instant = string & { readonly [isInstant]?: true }
export const instant = z
  .string()
  .check(z.meta({ format: 'date-time' })) as unknown as z.ZodMiniType<Instant, string>
/** JSON writes a `Date` as an instant. */
export type BeforeJson<T> = T extends string
  ? typeof isInstant extends keyof T
    ? T | Date
    : T
  : T extends object
    ? { [Key in keyof T]: BeforeJson<T[Key]> }
    : T
export const id = z.int().check(z.positive())
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(least: number, most: number, error: string) {
  return z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}

/** Addresses contain only text; the documentation shows a number. */
/* @__NO_SIDE_EFFECTS__ */
export function numberInText(isRight: (text: string) => boolean, error: string, meta: object) {
  return z.pipe(
    z.string({ error }).check(z.refine(isRight, { error }), z.meta({ type: 'integer', ...meta })),
    z.transform(Number),
  )
}

/** No example, so that nobody deletes something by trying it. */
export const idInPath = numberInText(
  (text) => /^[1-9][0-9]{0,14}$/.test(text),
  inputError('id form'),
  { minimum: 1, examples: [999_999_999_999_999] },
)

export function countInQuery(most: number, name: string, description = `From 1 to ${most}.`) {
  return numberInText(
    (text) => /^[1-9][0-9]{0,8}$/.test(text) && Number(text) <= most,
    inputError('count', name, String(most)),
    { minimum: 1, maximum: most, description },
  )
}

/* @__NO_SIDE_EFFECTS__ */
export function choice<const Value extends string>(name: string, values: readonly Value[]) {
  return z.enum(values, { error: inputError('choice', name, `one of ${values.join(', ')}`) })
}

export const ageBusinessDays = z
  .int()
  .check(z.meta({ description: 'Weekends and known bank holidays are not counted.' }))

export const maxAge = z.optional(
  numberInText((text) => /^(?:[0-9]|[12][0-9]|30)$/.test(text), inputError('not an age'), {
    minimum: 0,
    maximum: 30,
    description: 'Business days; a rate that is older gets 404 `too_old`.',
  }),
)

export const email = z.pipe(
  z.string({ error: inputError('email missing') }).check(
    z.refine((text) => isEmailAddress(text.trim()), { error: inputError('email form') }),
    z.meta({ format: 'email', examples: ['nimal@example.lk'] }),
  ),
  z.transform(normaliseEmail),
)

/** At least a letter, nothing invisible, no feed's name, at most 80 characters. */
export const userName = z.pipe(
  z.string({ error: inputError('name empty') }).check(
    refused((name) => {
      const wrong = nameError(name)
      return wrong && inputError(`name ${wrong}`)
    }),
  ),
  z.transform((text) => text.trim()),
)

export const pageFields = {
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
} as const

/** For public reads that take none: an ignored parameter could be meant to change the figure. */
export const noQuery = z.strictObject({})
export const noBody = z.string().check(z.length(0))
export const messageResponse = z.object({ message: z.string() })
/* @__NO_SIDE_EFFECTS__ */
export function dataResponse<Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.object({ data: z.object(fields) })
}

export function changeResponse<Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.object({ message: z.string(), data: z.object(fields) })
}

export const accept = z.optional(
  z
    .array(
      z.enum(RATE_WARNINGS, {
        error: inputError('choice', 'accept', `a list of ${RATE_WARNINGS.join(', ')}`),
      }),
    )
    .check(
      z.maxLength(RATE_WARNINGS.length),
      z.meta({ description: 'Codes of warnings despite which a program’s rate is stored.' }),
    ),
)
