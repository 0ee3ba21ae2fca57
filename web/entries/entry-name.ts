import type { ManualRate } from '../../contract/entries.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'

/** What a sentence calls an entry: `USD of 29 Sep 2026`. */
export function entryName({
  base_currency,
  kind,
  publisher,
  date,
}: Pick<ManualRate, 'base_currency' | 'kind' | 'publisher' | 'date'>) {
  return t.entry.of({ series: seriesName(seriesOf(base_currency, kind, publisher)), day: date })
}

/** The rate of an entry with its four decimals. */
export function entryRate({ rate }: Pick<ManualRate, 'rate'>): string {
  return formatRate(rateOf(rate))
}
