// Writes text/sentence-types.ts, the types of the English sentences, so that a wrong place does not
// compile. npm runs this file after an installation, npm run check and npm run dev call it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseMessage, listPlaces } from '../text/message.ts'

export function writeSentenceTypes(root) {
  const folder = join(root, 'text', 'en')
  const areas = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const code = [
    '// Written by scripts/sentence-types.mjs from text/en/. Not in git.',
    "import type { PlaceValue, Sentence } from './message.ts'",
    '',
    `export interface Sentences ${typeOf(Object.assign({}, ...areas))}`,
    '',
  ].join('\n')
  const file = join(root, 'text', 'sentence-types.ts')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code)
}

function typeOf(value) {
  if (typeof value === 'string') return value.includes('{') ? sentenceType(value) : 'string'
  if (Array.isArray(value)) return `ReadonlyArray<${typeOf(value[0])}>`
  const named = Object.entries(value).map(
    ([name, each]) => `readonly ${JSON.stringify(name)}: ${typeOf(each)}`,
  )
  return `{ ${named.join('; ')} }`
}

function sentenceType(sentence) {
  const places = [...listPlaces(parseMessage(sentence))].map(
    ([name, formats]) => `readonly ${JSON.stringify(name)}: ${typeOfPlace(formats)}`,
  )
  return `Sentence<{ ${places.join('; ')} }>`
}

function typeOfPlace(formats) {
  if (formats.has('select')) return 'PlaceValue'
  if (formats.has('plural') || formats.has('number')) return 'number'
  return [...formats].every((format) => format === '') ? 'string | number' : 'string'
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeSentenceTypes(join(import.meta.dirname, '..'))
