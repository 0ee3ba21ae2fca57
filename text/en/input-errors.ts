import { isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY } from '../../domain/currency.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { MAX_NAME_LENGTH } from '../../domain/identity/user-name.ts'
import { sentenceFrom, type InputErrorSentences } from '../input-error-sentence.ts'
import { formatDay } from './days.ts'

const day = (text: string) => (isCalendarDate(text) ? formatDay(text) : text)

const SENTENCES: InputErrorSentences = {
  'impossible character': () => 'The character U+0000 and lone surrogates are not possible here.',
  'date form': () => 'A date is written as YYYY-MM-DD.',
  'date missing': () => 'Enter a date that exists, with day, month and year.',
  'no such date': () => 'A date must exist and be written as YYYY-MM-DD, such as 2026-09-29.',
  'month form': () => 'A month must be written as YYYY-MM, from 1901-01 to 2998-12, such as 2025-04.',
  'date after today': (today) => `The date must not be after today, ${day(today)}.`,
  'date too early': (earliest) => `The date must be within the last 90 days: ${day(earliest)} or later.`,
  'currency unknown': () => `The currency must be one of ${CURRENCIES.join(', ')}.`,
  'currency missing': () => `Choose a currency: ${CURRENCIES.join(', ')}.`,
  'kind unknown': () => `The kind must be one of ${RATE_KINDS.join(', ')}.`,
  'kind or all': () => `The kind must be one of ${RATE_KINDS.join(', ')}, or all.`,
  'currencies differ': () => 'base_currency and currency must agree where both are given.',
  'target currency': () => `The target currency can only be ${TARGET_CURRENCY}.`,
  'rate missing': () => 'Enter the rate.',
  'rate not a number': () => 'The rate must be a number, such as 301.25.',
  'rate not above zero': () => 'The rate must be greater than 0.',
  'rate too large': () => 'The rate must be at most 99999999.9999.',
  'rate too many decimals': () => 'The rate may have at most 4 decimals.',
  'id form': () => 'The id must be a whole number of at most 15 digits.',
  count: (name, most) => `${name} must be a whole number from 1 to ${most}.`,
  'not an age': () => 'max_age must be a whole number of business days from 0 to 30.',
  'not an instant': (name) => `${name} must be a time in UTC, such as 2026-09-29T10:00:00Z.`,
  'not a version': (name) => `${name} must be a version.`,
  choice: (name, choices) => `${name} must be ${choices}.`,
  'text too long': (most) => `At most ${most} characters.`,
  'reason too long': (most) => `A reason may have at most ${most} characters.`,
  'source missing': () => 'Say where the list was published.',
  'source too long': (most) => `A source may have at most ${most} characters.`,
  'holiday name too long': (most) => `A name may have at most ${most} characters.`,
  'changes count': (most) => `A request makes from 1 to ${most} changes.`,
  'rows missing': () => 'The rows must come as text.',
  'gazette missing': () => 'Enter the number of the gazette.',
  'gazette too long': (most) => `A gazette’s number may have at most ${most} characters.`,
  'document form': (most) =>
    `The address must begin with https:// or http:// and have at most ${most} characters.`,
  'week ends before it begins': () => 'The last day must not be before the first.',
  'week too long': (mostDays) => `A schedule may be of at most ${mostDays} days.`,
  'email missing': () => 'Enter an email address.',
  'email form': () => 'Enter an email address, such as nimal@example.lk.',
  'name empty': () => 'Enter your name.',
  'name too long': () => `A name may have at most ${MAX_NAME_LENGTH} characters.`,
  'name invisible': () =>
    'A name may not contain invisible or control characters. Type it again instead of pasting it.',
  'name no letter': () => 'A name must contain a letter.',
  'name reserved': () => 'This name is reserved. Enter your own name.',
  'code missing': () => 'Enter the 6-digit code.',
  'code form': () => 'The code has exactly 6 digits.',
  'link missing': () => 'The token is missing.',
  'link form': () => 'This is not a token.',
  'token scope': () => 'The scope must be read or write.',
  'token life': (mostDays) => `Enter a whole number of days from 1 to ${mostDays}.`,
  'token name missing': () => 'Give the token a name.',
  'token name too long': (most) => `A name may have at most ${most} characters.`,
  'token name characters': () => 'A name may not contain control characters.',
  columns: () =>
    'One column must be the date, and one the rate of every row or some the rates of a currency each.',
  'row without currency': () => 'No currency is named.',
  'row currency': (named) => `Unrecognised currency “${named}”. Use one of ${CURRENCIES.join(', ')}.`,
  'row kind': (named) => `Unrecognised kind “${named}”. Use one of ${RATE_KINDS.join(', ')}.`,
  'row without rate': () => 'There is no rate.',
  'row rate ambiguous': (given) =>
    `${given} could be ${given.replace(',', '')} or ${given.replace(',', '.')}: write it without the comma.`,
  'row unknown value': (given) => `Unrecognised value “${given}”. A row has a date, a currency and a rate.`,
  'row without date': () => 'There is no date.',
  'row date ambiguous': (given) =>
    `${given} could be two days: say whether the day or the month comes first.`,
  'row no such day': (given) => `${given} is no day of the calendar.`,
  'row short year': (given) => `${given}: write the year with four digits.`,
  'row no date': (given) => `“${given}” is not a date such as 2026-11-20 or 20 Nov 2026.`,
}

export const inputErrorSentence = sentenceFrom(SENTENCES)
