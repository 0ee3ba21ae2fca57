import { manualRateBody } from '../../contract/entries.ts'
import { checkForm } from '../ui/form/check-form.ts'

/**
 * Checks an entry as it was filled in. A file of its own, loaded when the form is used: zod comes
 * with it.
 */
export const checkEntry = (given: unknown) => checkForm(manualRateBody, given)
