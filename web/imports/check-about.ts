import { customsImportBody, holidayImportBody } from '../../contract/imports/import-body.ts'
import { checkForm } from '../ui/form/check-form.ts'

/**
 * Checks what was filled in of all rows at once. A file of its own, loaded when that is asked for:
 * zod comes with it.
 */
export function checkAbout(given: { readonly subject: 'customs rates' | 'bank holidays' }) {
  return given.subject === 'bank holidays'
    ? checkForm(holidayImportBody, given)
    : checkForm(customsImportBody, given)
}
