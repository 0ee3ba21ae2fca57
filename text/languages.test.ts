import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Translation } from './translation.ts'

const root = join(import.meta.dirname, '..')
const ENGLISH = 'en'
/** What the work behind the sign-in says, which is in English only (docs/decisions/142); in web/text/ it stands in en/work/. */
const OF_WORK = ['rate-warnings.ts']
/** Where a language has a folder, and the files that it must have: the API and the audit trail are in English too. */
const SIDES = [
  { side: 'text', needed: files('text', ENGLISH).filter((file) => !OF_WORK.includes(file)) },
  { side: 'web/text', needed: files('web/text', ENGLISH) },
  { side: 'server/text', needed: ['certificate.ts', 'emails.ts', 'privacy.ts'] },
]

const folders = (side: string) =>
  readdirSync(join(root, side), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
function files(side: string, language: string): string[] {
  return readdirSync(join(root, side, language))
    .filter((name) => name.endsWith('.ts'))
    .sort()
}

/** The names under which two files or objects of sentences are not alike. */
function differences(english: unknown, other: unknown, name = ''): string[] {
  if (typeof english !== typeof other) return [name]
  if (typeof english === 'function' && typeof other === 'function')
    return english.length === other.length ? [] : [name]
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return []
  const [known, said] = [entries(english), entries(other)]
  return [...new Set([...known.keys(), ...said.keys()])].flatMap((key) =>
    differences(known.get(key), said.get(key), name === '' ? key : `${name}.${key}`),
  )
}

const entries = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}))

it.each(SIDES)('$side says in each language what it says in English', async ({ side, needed }) => {
  const languages = folders(side)
  expect(languages).toEqual(folders('text'))
  for (const language of languages.filter((each) => each !== ENGLISH)) {
    expect(files(side, language), language).toEqual(needed)
    for (const file of needed) {
      const [english, other] = (await Promise.all(
        [ENGLISH, language].map((each) => import(join(root, side, each, file))),
      )) as [unknown, unknown]
      expect(differences(english, other), `${language}/${file}`).toEqual([])
    }
  }
})

/** The sentences of a file or object by their names; those that take parameters are not among them. */
function sentences(value: unknown, name = ''): [name: string, sentence: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => sentences(each, name === '' ? key : `${name}.${key}`))
}

const LETTERS: Readonly<Record<string, RegExp>> = {
  si: /\p{Script=Sinhala}/u,
  ta: /\p{Script=Tamil}/u,
}

/** What a sentence has that its English one has not, or lacks: its `{places}`, and words of no other language than its own. */
function slips(language: string, said: string, english: string): string[] {
  const places = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  const words = said.match(/[a-z]{2,}/g)?.filter((word) => !english.includes(word)) ?? []
  const others = Object.keys(LETTERS).filter((each) => each !== language && LETTERS[each]?.test(said))
  const isLeft = /[a-z]{2} [a-z]{2}/.test(said) && LETTERS[language]?.test(said) === false
  return [
    ...(places(said).join() === places(english).join() ? [] : [`places ${places(said).join()}`]),
    ...words.map((word) => `word ${word}`),
    ...others.map((each) => `letters of ${each}`),
    ...(isLeft ? ['left in English'] : []),
  ]
}

it.each(SIDES)(
  '$side has in each language the places of its English sentences, and no other words',
  async ({ side, needed }) => {
    for (const language of folders(side).filter((each) => each !== ENGLISH)) {
      for (const file of needed) {
        const [english, other] = (await Promise.all(
          [ENGLISH, language].map((each) => import(join(root, side, each, file))),
        )) as [unknown, unknown]
        const known = new Map(sentences(english))
        const found = sentences(other).flatMap(([name, said]) =>
          slips(language, said, known.get(name) ?? '').map((slip) => `${name}: ${slip}`),
        )
        expect(found, `${language}/${file}`).toEqual([])
      }
    }
  },
)

it('a sentence without its place, with a word of another language or left in English is named', () => {
  expect(slips('si', 'ඔබේ {acount} බලන්න', 'See your {account}')).toEqual(['places {acount}', 'word acount'])
  expect(slips('si', 'தமிழ்', 'Tamil')).toEqual(['letters of ta'])
  expect(slips('ta', 'See your account', 'See your account')).toEqual(['left in English'])
  expect(slips('ta', 'JSON ஊட்டம்', 'JSON feed')).toEqual([])
})

const english = { title: 'Sessions', states: { live: 'Live', ended: 'Ended' }, count: (n: number) => `${n}` }

it('a sentence that is missing, has no meaning in English or lacks its parameter is named', () => {
  const other = { title: 'සැසි', states: { live: 'සජීවී' }, count: () => '', lead: 'නව' }
  expect(differences(english, other)).toEqual(['states.ended', 'count', 'lead'])
})

it('the compiler refuses a language without a sentence, or with one that takes something else', () => {
  const whole: Translation<typeof english> = {
    title: 'සැසි',
    states: { live: 'සජීවී', ended: 'අවසන්' },
    count: (n) => `${n}`,
  }
  const states = { live: whole.states.live }
  // @ts-expect-error a sentence is missing
  const missing: Translation<typeof english> = { ...whole, states }
  // @ts-expect-error the parameter is another
  const other: Translation<typeof english> = { ...whole, count: (name: string) => name }
  expect(differences(whole, missing)).toEqual(['states.ended'])
  expect(differences(whole, other)).toEqual([])
})
