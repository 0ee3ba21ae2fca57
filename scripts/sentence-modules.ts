import type { Plugin } from 'vite'
import { LANGUAGES } from '../contract/language.ts'
import { readSentences, sentenceFolders } from '../server/text/sentence-files.ts'

const LIST = 'virtual:sentences'
/** The folders of sentences that no page says. */
const OTHERS = ['server', 'api']

/**
 * Gives the pages their sentences: `virtual:sentences` has for each part of each language, such as
 * `si` or `en-work`, a function that imports it. Each part is a file of its own.
 */
export function sentenceModules(): Plugin {
  const parts = LANGUAGES.flatMap((language) =>
    sentenceFolders(language)
      .filter((folder) => !OTHERS.includes(folder))
      .map((folder) => ({
        id: `${LIST}/${language}${folder && `-${folder}`}`,
        language,
        folder,
      })),
  )
  const nameOf = (id: string) => id.slice(LIST.length + 1)
  return {
    name: 'sentence-modules',
    resolveId: (id) => (id === LIST || parts.some((part) => part.id === id) ? id : undefined),
    load(id) {
      const part = parts.find((each) => each.id === id)
      if (part) return `export default ${JSON.stringify(readSentences(part.language, part.folder))}`
      if (id !== LIST) return undefined
      const imports = parts.map((each) => `'${nameOf(each.id)}': () => import('${each.id}')`)
      return `export default { ${imports.join(', ')} }`
    },
  }
}
