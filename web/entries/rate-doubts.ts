import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError } from '../api.ts'

export type RateBody = InputOf<'POST /api/exchange-rate/manual'>['body']
type Checked = ResponseOf<'POST /api/exchange-rate/manual/check'>['data']
type Warning = Checked['warnings'][number]
export type RateDoubt = Pick<Warning, 'sentence' | 'meant'>
export type NamedDoubt = RateDoubt & Pick<Warning, 'kind'>

/**
 * Asks the server what looks wrong about a rate. Returns undefined if it cannot answer: a check
 * must not keep anyone from saving. Rejects if the rate may not be entered at all.
 */
export async function checkRate(body: RateBody): Promise<Checked | undefined> {
  try {
    return (await call('POST /api/exchange-rate/manual/check', { body })).data
  } catch (thrown) {
    const { status } = toApiError(thrown)
    if (status >= 400 && status < 500 && status !== 404) throw thrown
    return undefined
  }
}

/** `10 times too high?` */
export function shortDoubt({ kind, meant }: NamedDoubt, rate: number): string {
  if (kind !== 'moved decimal point' || meant === undefined) return t.warning.short[kind]
  const power = Math.round(Math.log10(rate / meant))
  return t.warning.times({ times: 10 ** Math.abs(power), isAbove: power > 0 })
}
