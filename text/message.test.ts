import { expect, it } from 'vitest'
import { fillMessage, parseMessage, listPlaces, type PlaceValue } from './message.ts'

const say = (sentence: string, places: Record<string, PlaceValue>, language = 'en') =>
  fillMessage(parseMessage(sentence), places, language, (format) =>
    format === 'loud' ? (value) => String(value).toUpperCase() : undefined,
  ).join('')

it('places are filled with their formats', () => {
  expect(say('{name}, {word, loud}!', { name: 'Nimal', word: 'no' })).toBe('Nimal, NO!')
})

it('a value that ends a sentence does not double its full stop', () => {
  const sentence = 'Not loaded: {message}. Old figures stay.'
  for (const message of ['The server is busy', 'The server is busy.'])
    expect(say(sentence, { message })).toBe('Not loaded: The server is busy. Old figures stay.')
})

it('a plural depends on number and language', () => {
  const rows = '{count, plural, =0 {none} one {1 row} other {{count} rows}}'
  expect([0, 1, 2].map((count) => say(rows, { count }))).toEqual(['none', '1 row', '2 rows'])
  // In Sinhala none is one too (https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html).
  expect(say('{count, plural, one {a} other {b}}', { count: 0 }, 'si')).toBe('a')
})

it('a choice depends on a word, or “none” without a value', () => {
  const kind = 'Rate{kind, select, none {} customs { of the gazette} other {, {kind}}}'
  expect(say(kind, { kind: undefined })).toBe('Rate')
  expect(say(kind, { kind: 'customs' })).toBe('Rate of the gazette')
  expect(say(kind, { kind: 'TT' })).toBe('Rate, TT')
})

it.each(['{', '}', '{a', '{a, plural, one {x}}', '{a, select}', '{a,}', 'x {a} }'])(
  '%j is refused, with the sentence in the error',
  (sentence) => {
    expect(() => parseMessage(sentence)).toThrow(sentence)
  },
)

it('the places of a sentence are listed, branches included', () => {
  const places = listPlaces(parseMessage('{a, plural, other {{b, day}}} {a}'))
  expect([...places].map(([name, formats]) => [name, ...formats])).toEqual([
    ['a', 'plural', ''],
    ['b', 'day'],
  ])
})
