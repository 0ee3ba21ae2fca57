import { LANGUAGES } from '../../contract/language.ts'
import { PARTS, WORK_PARTS } from '../../text/parts.ts'
import { addSentences } from '../../text/sentences.ts'
import { readSentences } from './sentence-files.ts'

/* Imported first in each program's entry. */
for (const language of LANGUAGES)
  for (const folder of [...PARTS, ...WORK_PARTS, 'server', 'api'] as const) {
    const { own, english } = readSentences(language, folder)
    addSentences(language, own)
    addSentences(language, english, 'en')
  }
