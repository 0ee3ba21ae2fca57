/** Codes of errors in an input, each with the places of its sentence in text/. */
export const INPUT_ERRORS = {
  'rate not a number': [],
  'rate not above zero': [],
  'rate too large': [],
  'rate too many decimals': [],
  'name empty': [],
  'name too long': [],
  'name invisible': [],
  'name no letter': [],
  'name reserved': [],
  'rate missing': [],
  'impossible character': [],
  'date form': [],
  'date missing': [],
  'no such date': [],
  'date after today': ['today'],
  'month form': [],
  'currency unknown': [],
  'currency missing': [],
  'kind unknown': [],
  'kind or all': [],
  'publisher unknown': [],
  'publisher or all': [],
  'no publishers': [],
  'currencies differ': [],
  'target currency': [],
  'id form': [],
  count: ['name', 'most'],
  'not an age': [],
  'not an instant': ['name'],
  'not a version': ['name'],
  choice: ['name', 'choices'],
  'text too long': ['most'],
  'reason too long': ['most'],
  'rows missing': [],
  'changes count': ['most'],
  'source missing': [],
  'source too long': ['most'],
  'holiday name too long': ['most'],
  'gazette missing': [],
  'gazette too long': ['most'],
  'document form': ['most'],
  'week ends before it begins': [],
  'week too long': ['mostDays'],
  'email missing': [],
  'email form': [],
  'code missing': [],
  'code form': [],
  'link missing': [],
  'link form': [],
  'token scope': [],
  'token life': ['mostDays'],
  'token name missing': [],
  'token name too long': ['most'],
  'token name characters': [],
  'row without currency': [],
  'row currency': ['named'],
  'row kind': ['named'],
  'row amount': ['given'],
  'row without date': [],
  'row date ambiguous': ['given'],
  'row no such day': ['given'],
  'row short year': ['given'],
  'row no date': ['given'],
  'row other weekday': ['date', 'weekday'],
  'row number format': ['given'],
  'row no number': ['given'],
  'row rate a day': ['given'],
  'row cell error': ['given'],
  'row no rate': [],
  'row nothing': [],
  'row more cells': ['count', 'headings'],
  'row split number': ['given'],
  'row units': [],
  'row other currency': ['named'],
  'row pair': ['named'],
  'row not imported': ['named'],
  'row kind open': ['named'],
  'row publisher open': [],
  'row sign open': ['given'],
  'row excel days': ['given'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type InputErrorCode = keyof typeof INPUT_ERRORS
type Texts<Names extends readonly string[]> = { -readonly [At in keyof Names]: string }
type Given<Code extends InputErrorCode> = Texts<(typeof INPUT_ERRORS)[Code]>

/**
 * An error as one text, because that is what a schema can say of an input; `readInputError` takes
 * it apart.
 */
export function inputError<C extends InputErrorCode>(code: C, ...given: Given<C>): string {
  return JSON.stringify([code, ...given])
}

/** The code and the parameters of an error; undefined where it is not one of `inputError`. */
export function readInputError(
  error: string,
): readonly [code: InputErrorCode, ...given: string[]] | undefined {
  return error.startsWith('["') ? (JSON.parse(error) as [InputErrorCode, ...string[]]) : undefined
}
