import { readInputError, type InputErrorCode, type InputErrors } from '../domain/input-error.ts'

/** A language's sentence for each code. */
export type InputErrorSentences = { readonly [C in InputErrorCode]: (...given: InputErrors[C]) => string }

/** Gives the sentence for an error of an input; an error that has no code here, such as a library's own, stays as it is. */
export const sentenceFrom =
  (sentences: InputErrorSentences) =>
  (error: string): string => {
    const known = readInputError(error)
    if (!known) return error
    const [code, ...given] = known
    const sentence: (...given: string[]) => string = sentences[code]
    return sentence(...given)
  }
