export { loadSentences, sentenceFile } from '../language.ts'
