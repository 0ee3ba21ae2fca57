import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGES } from '../contract/language.ts'
import { parseMessage, listPlaces, type Message } from './message.ts'

const OTHERS = LANGUAGES.filter((each) => each !== 'en')

/** Every sentence of a language by its file and name; those of the work are in English only. */
function sentencesOf(language: string): ReadonlyMap<string, string> {
  const folder = join(import.meta.dirname, language)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !/^(api|work|sheets|admin)\b/.test(file),
  )
  return new Map(
    files.sort().flatMap((file) => {
      const data: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return flattened(data, file)
    }),
  )
}

function flattened(value: unknown, name: string): [name: string, sentence: string][] {
  if (typeof value === 'string') return [[name, value]]
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, each]) =>
    flattened(each, `${name} ${key}`),
  )
}

/** The places of a sentence, with the formats that decide what they are given. */
function places(sentence: string): string[] {
  return [...listPlaces(parseMessage(sentence)).keys()].sort()
}

/** Returns the text of a sentence outside its places. */
function textOf(sentence: string): string {
  const say = (message: Message): string =>
    message
      .map((part) => {
        if (typeof part === 'string') return part
        return 'branches' in part ? [...part.branches.values()].map(say).join(' ') : ' '
      })
      .join('')
  return say(parseMessage(sentence))
}

const LETTERS: Readonly<Record<string, RegExp>> = {
  si: /\p{Script=Sinhala}/u,
  ta: /\p{Script=Tamil}/u,
}

/** Lists places that differ from those of the English sentence, and words of another language. */
function slips(language: string, said: string, english: string): string[] {
  const words =
    textOf(said)
      .match(/[a-z]{2,}/g)
      ?.filter((word) => !english.includes(word)) ?? []
  const others = Object.keys(LETTERS).filter(
    (each) => each !== language && LETTERS[each]?.test(said),
  )
  const isLeft = /[a-z]{2} [a-z]{2}/.test(said) && LETTERS[language]?.test(said) === false
  const [own, expected] = [places(said), places(english)]
  const count = (each: string) => /^(?:count|days|months|minutes|sessions|tokens)$/.test(each)
  return [
    // A language may say a thing without its number: an English “1 day” has it, “one day” has not.
    ...expected.filter((each) => !own.includes(each) && !count(each)).map((each) => `no {${each}}`),
    ...own.filter((each) => !expected.includes(each)).map((each) => `{${each}}`),
    ...words.map((word) => `word ${word}`),
    ...others.map((each) => `letters of ${each}`),
    ...(isLeft ? ['left in English'] : []),
  ]
}

/** Most API errors are said in English by the API itself, which names bank holidays in English too. */
const isOwn = (name: string) => /^public\/(?:ui.json apiErrors|names.json holidayNames)/.test(name)

it.each(OTHERS)('%s has the sentences of English with the same places', (language) => {
  const [english, other] = [sentencesOf('en'), sentencesOf(language)]
  const known = (sentences: ReadonlyMap<string, string>) =>
    [...sentences.keys()].filter((name) => !isOwn(name)).sort()
  expect(known(other)).toEqual(known(english))
  const found = [...other].flatMap(([name, said]) =>
    slips(language, said, english.get(name) ?? said).map((slip) => `${name}: ${slip}`),
  )
  expect(found).toEqual([])
})

it('the check finds missing places, foreign words and sentences left in English', () => {
  expect(slips('si', 'ඔබේ {acount} බලන්න', 'See your {account}')).toEqual([
    'no {account}',
    '{acount}',
  ])
  expect(slips('si', 'rate බලන්න', 'See it')).toEqual(['word rate'])
  expect(slips('si', 'தமிழ்', 'Tamil')).toEqual(['letters of ta'])
  expect(slips('ta', 'See your account', 'See your account')).toEqual(['left in English'])
  expect(slips('ta', 'Atom ஊட்டம்', 'Atom feed')).toEqual([])
})

it.each(LANGUAGES)('an entry by hand has one name: %s', (language) => {
  const sentences = sentencesOf(language)
  const name = sentences.get('public/names.json sourceNames manual')
  expect(name).toBeTruthy()
  expect(sentences.get('public/rates.json strip marks by hand')).toBe(name)
})

it('only the history of the last seven days writes a date as Fri, Sep 11', () => {
  const folder = join(import.meta.dirname, 'en')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = files.filter(
    (file) =>
      file.endsWith('.json') && readFileSync(join(folder, file), 'utf8').includes(', weekday}'),
  )
  expect(found).toEqual([])
})

it('names every bundled bank holiday in each language', () => {
  const file = join(import.meta.dirname, '../server/imports/bundled-holidays.json')
  const bundled = new Set(readFileSync(file, 'utf8').match(/(?<=-\d\d": ")[^"]+/g))
  expect(bundled.size).toBeGreaterThan(20)
  for (const language of OTHERS) {
    const names = JSON.parse(
      readFileSync(join(import.meta.dirname, language, 'public/names.json'), 'utf8'),
    ) as { readonly holidayNames: Readonly<Record<string, string>> }
    const missing = [...bundled].filter(
      (name) => !LETTERS[language]?.test(names.holidayNames[name] ?? ''),
    )
    expect(missing, language).toEqual([])
  }
})
