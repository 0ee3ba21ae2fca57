import { conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import type { ResponseQuery } from '../queries.ts'
import { boardQuery } from '../rates/rates-queries.ts'
import { kindOf, type Side } from '../rates/side.ts'
import type { Place } from '../screen.ts'

/** Every currency's newest rate; of a side where one is told. */
export const newestQuery = (side?: Side) => boardQuery(undefined, kindOf(side))

/**
 * What the first screen shows: the four rates, the sides that are known, and the rate that
 * converts.
 */
export function homeLoader(place: Place): readonly ResponseQuery<unknown>[] {
  return [
    newestQuery(),
    newestQuery('import'),
    newestQuery('export'),
    conversionQuery(conversionOf(place)),
  ]
}
