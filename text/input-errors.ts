import { currencies, TARGET_CURRENCY } from '../domain/currency.ts'
import { MAX_NAME_LENGTH } from '../domain/identity/account.ts'
import { INPUT_ERRORS, readInputError } from '../domain/input-error.ts'
import { publishers, RATE_KINDS } from '../domain/series.ts'
import { sentenceText } from './message.ts'
import { t } from './sentences.ts'

const common = () => ({
  currencies: currencies().join(', '),
  publishers: publishers()
    .map(({ id }) => id)
    .join(', '),
  kinds: RATE_KINDS.join(', '),
  target: TARGET_CURRENCY,
  mostName: MAX_NAME_LENGTH,
})

/** Texts without a known code, such as a library's message, stay as they are. */
export function inputErrorSentence(error: string): string {
  const known = readInputError(error)
  if (!known) return error
  const [code, ...values] = known
  const places = Object.fromEntries(INPUT_ERRORS[code].map((name, at) => [name, values[at]]))
  const [rate = ''] = values
  return sentenceText(t.inputErrors[code], {
    ...common(),
    ...places,
    withoutComma: rate.replace(',', ''),
    withPoint: rate.replace(',', '.'),
  })
}
