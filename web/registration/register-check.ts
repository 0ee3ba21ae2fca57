import { registerBody } from '../../contract/sign-in.ts'
import { checkForm } from '../ui/form/check-form.ts'

/**
 * Checks what was filled in to register. A file of its own, loaded when the form is used: zod comes
 * with it.
 */
export function checkRegistration(given: unknown) {
  return checkForm(registerBody, given)
}
