import type { Place } from '../pages.tsx'
import { knownPublisher } from '../../domain/series.ts'
import { conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import type { ResponseQuery } from '../queries.ts'
import { boardQuery } from '../rates/board-queries.ts'
import { kindOf, type Side } from '../rates/side.ts'

/** Every currency's newest rate; of a side, and there of a bank, where one is given. */
export const newestQuery = (side?: Side, publisher?: string) =>
  boardQuery(undefined, kindOf(side), publisher)

/**
 * What the first screen shows: the rates, the sides that are known, and the rate that
 * converts.
 */
export function homeLoader(place: Place): readonly ResponseQuery<unknown>[] {
  const publisher = knownPublisher(place.search.get('publisher'))
  return [
    newestQuery(),
    newestQuery('import', publisher),
    newestQuery('export', publisher),
    conversionQuery(conversionOf(place)),
  ]
}
