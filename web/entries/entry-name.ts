import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/en/names.ts'
import { entryText } from '../text/en/work/entries.ts'

/** What a sentence calls an entry: `USD of 29 Sep 2026`. */
export function entryName({
  base_currency,
  kind,
  date,
}: Pick<ManualRate, 'base_currency' | 'kind' | 'date'>) {
  return entryText.of(seriesName(seriesOf(base_currency, kind)), date)
}

/** The rate of an entry with its four decimals. */
export function entryRate({ rate }: Pick<ManualRate, 'rate'>): string {
  return formatRate(rateOf(rate))
}
