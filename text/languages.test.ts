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
