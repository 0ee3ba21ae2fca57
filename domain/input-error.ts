import type { RateError } from './money.ts'
import type { NameError } from './identity/user-name.ts'

/** What can be wrong with an input: each code with its parameters. The sentences are in text/. */
export type InputErrors = Readonly<
  Record<`rate ${RateError}` | `name ${NameError}`, []> & {
    'rate missing': []
    'impossible character': []
    'date form': []
    'date missing': []
    'no such date': []
    'date after today': [today: string]
    'month form': []
    'date too early': [earliest: string]
    'currency unknown': []
    'currency missing': []
    'kind unknown': []
    'kind or all': []
    'currencies differ': []
    'target currency': []
    'id form': []
    count: [name: string, most: string]
    'not an age': []
    'not an instant': [name: string]
    'not a version': [name: string]
    choice: [name: string, choices: string]
    'text too long': [most: string]
    'reason too long': [most: string]
    'rows missing': []
    'changes count': [most: string]
    'source missing': []
    'source too long': [most: string]
    'holiday name too long': [most: string]
    'gazette missing': []
    'gazette too long': [most: string]
    'document form': [most: string]
    'week ends before it begins': []
    'week too long': [mostDays: string]
    'email missing': []
    'email form': []
    'code missing': []
    'code form': []
    'link missing': []
    'link form': []
    'token scope': []
    'token life': [mostDays: string]
    'token name missing': []
    'token name too long': [most: string]
    'token name characters': []
    columns: []
    'row without currency': []
    'row currency': [named: string]
    'row kind': [named: string]
    'row without rate': []
    'row rate ambiguous': [given: string]
    'row unknown value': [given: string]
    'row without date': []
    'row date ambiguous': [given: string]
    'row no such day': [given: string]
    'row short year': [given: string]
    'row no date': [given: string]
  }
>
export type InputErrorCode = keyof InputErrors

/** An error as one text, because that is what a schema can say of an input; `readInputError` takes it apart. */
export function inputError<C extends InputErrorCode>(code: C, ...given: InputErrors[C]): string {
  return JSON.stringify([code, ...given])
}

/** The code and the parameters of an error; undefined where it is not one of `inputError`. */
export function readInputError(
  error: string,
): readonly [code: InputErrorCode, ...given: string[]] | undefined {
  return error.startsWith('["') ? (JSON.parse(error) as [InputErrorCode, ...string[]]) : undefined
}
