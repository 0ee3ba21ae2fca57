import type { Plugin } from 'vite'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { readSentences } from '../server/text/sentence-files.ts'
import { PARTS, WORK_PARTS, type SentencePart } from '../text/parts.ts'

const LIST = 'virtual:sentences'

/**
 * `virtual:sentences` exports a function for each part and language, and one for each part of the
 * work, which is in English only; each imports a file of its own.
 */
export function sentenceModules(): Plugin {
  const parts = new Map<string, readonly [Language, SentencePart]>()
  for (const part of WORK_PARTS) parts.set(`${LIST}/${part}`, ['en', part])
  for (const language of LANGUAGES)
    for (const part of PARTS) parts.set(`${LIST}/${part}-${language}`, [language, part])
  return {
    name: 'sentence-modules',
    resolveId: (id) => (id === LIST || parts.has(id) ? id : undefined),
    load(id) {
      const part = parts.get(id)
      if (part) return `export default ${JSON.stringify(readSentences(...part))}`
      if (id !== LIST) return undefined
      const imports = [...parts.keys()].map(
        (each) => `'${each.slice(LIST.length + 1)}': () => import('${each}')`,
      )
      return `export default { ${imports.join(', ')} }`
    },
  }
}
