import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { CSV_TYPE, endpoint, PUBLIC_READ, XLSX_TYPE } from '../endpoint.ts'
import * as v from '../values.ts'
import { ratePoint } from './rate-history.ts'

/** `pay`: we pay the currency, the bank sells it. `receive`: we receive it, the bank buys it. */
export const BOARD_SIDES = ['pay', 'receive'] as const
export type BoardSide = (typeof BOARD_SIDES)[number]

export const bankQuote = z.object({
  rate: v.rateOutput,
  date: v.calendarDate,
  source: v.rateSource,
  age_business_days: v.ageBusinessDays,
})
const quote = z.nullable(bankQuote)
export type BankQuote = z.output<typeof quote>

/** The last 30 days of the chosen side, ascending. */
const points = z.optional(z.array(ratePoint))

const customsQuote = z.nullable(
  z.object({
    rate: v.rateOutput,
    date: v.calendarDate,
    effective_to: z.nullable(v.calendarDate),
    in_effect: z.boolean(),
  }),
)

const boardCurrency = z.object({
  currency: v.currency,
  ...v.unitsField,
  indicative: quote,
  indicative_points: points,
  customs: customsQuote,
  banks: z.array(z.object({ publisher: v.publisher, buying: quote, selling: quote, points })),
})
export type BoardCurrency = z.output<typeof boardCurrency>

const description =
  'What banks pay and ask for a currency by telegraphic transfer, beside the indicative and the ' +
  'customs rate. Each rate is the newest on or before `date`, today by default, and names its ' +
  'own day. `currency`: all banks for one currency; `publisher`: one bank; neither: everything.'
const query = {
  date: z.optional(v.calendarDate),
  currency: z.optional(v.currency),
  publisher: z.optional(v.publisher),
}

export const bankBoard = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/banks',
  summary: 'Rates of banks side by side',
  description: `${description} \`side\` adds the last 30 days of that side.`,
  query: z.strictObject({
    ...query,
    side: z.optional(
      z.enum(BOARD_SIDES, { error: inputError('choice', 'side', BOARD_SIDES.join(' or ')) }),
    ),
  }),
  response: {
    200: v.dataResponse({
      requested_date: v.calendarDate,
      currencies: z.array(boardCurrency),
    }),
  },
})

const boardFile = {
  ...PUBLIC_READ,
  description: `${description} A row for each currency and bank.`,
  query: z.strictObject(query),
  response: { 200: z.string() },
} as const

export const bankBoardCsv = endpoint({
  ...boardFile,
  url: '/api/exchange-rate/banks.csv',
  media: [CSV_TYPE],
  summary: 'Rates of banks: CSV',
})

export const bankBoardXlsx = endpoint({
  ...boardFile,
  url: '/api/exchange-rate/banks.xlsx',
  media: [XLSX_TYPE],
  summary: 'Rates of banks: XLSX',
})
