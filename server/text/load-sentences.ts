import { LANGUAGES } from '../../contract/language.ts'
import { addSentences } from '../../text/sentences.ts'
import { readSentences, sentenceFolders } from './sentence-files.ts'

/*
 * Importing this file makes every sentence of every language known to the server; it stands first
 * in each program's entry.
 */
for (const language of LANGUAGES)
  for (const folder of sentenceFolders()) {
    const { own, english } = readSentences(language, folder)
    addSentences(language, own)
    addSentences(language, english, 'en')
  }
