import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../contract/language.ts'
import type { SentencePart } from '../../text/parts.ts'
import type { SentenceData } from '../../text/sentences.ts'

const SENTENCES = join(import.meta.dirname, '..', '..', 'text')

/** English stands in for areas without a file. */
export function readSentences(
  language: Language,
  folder: SentencePart | 'server' | 'api',
): { readonly own: SentenceData; readonly english: SentenceData } {
  const names = filesIn('en', folder)
  const translated = names.filter((name) => filesIn(language, folder).includes(name))
  const missing = names.filter((name) => !translated.includes(name))
  return { own: merged(language, folder, translated), english: merged('en', folder, missing) }
}

function filesIn(language: Language, folder: string): readonly string[] {
  const path = join(SENTENCES, language, folder)
  if (!existsSync(path)) return []
  return readdirSync(path).filter((name) => name.endsWith('.json'))
}

function merged(language: Language, folder: string, names: readonly string[]): SentenceData {
  const areas = names.map(
    (name) =>
      JSON.parse(readFileSync(join(SENTENCES, language, folder, name), 'utf8')) as SentenceData,
  )
  return Object.assign({}, ...areas) as SentenceData
}
