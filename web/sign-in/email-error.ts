import { inputError } from '../../domain/input-error.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'

/** What is said of a text that is no email address. Loaded when the form is used. */
export const emailError = () => inputErrorSentence(inputError('email form'))
