import { inputError } from '../../domain/input-error.ts'
import { isLikeName } from '../../domain/identity/user-name.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { invalid } from '../errors.ts'

/**
 * Throws a 400 for a name that reads like the provider's, for registering, signing in and changing
 * a name.
 */
export function refuseReservedName(name: string, providerName: string): void {
  if (isLikeName(name, [providerName]))
    throw invalid({ name: [inputErrorSentence(inputError('name reserved'))] })
}
