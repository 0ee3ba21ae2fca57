import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { withQuery } from '../api.ts'

/**
 * What someone who is no bank does with a currency: an importer pays what the bank asks, an
 * exporter gets what it pays.
 */
export const SIDES = ['import', 'export'] as const
export type Side = (typeof SIDES)[number]

const KINDS: Readonly<Record<Side, RateKind>> = { import: 'tt-selling', export: 'tt-buying' }

/** The side that a text of an address names. */
export function sideOf(text: string | null): Side | undefined {
  return SIDES.find((side) => side === text)
}

/** The kind that a side is shown, as a call takes it: undefined where no side is chosen. */
export function kindOf(side: Side | undefined): RateKind | undefined {
  return side && KINDS[side]
}

/** The side that shows a kind; undefined for one that is shown without. */
export function sideOfKind(kind: RateKind = DEFAULT_KIND): Side | undefined {
  return SIDES.find((side) => KINDS[side] === kind)
}

interface CitedDay {
  readonly currency: Currency
  readonly date: CalendarDate
  readonly kind?: RateKind | undefined
  /** Null or undefined: the main series. */
  readonly publisher?: string | null | undefined
  /** As the address has it; undefined: as known now. */
  readonly knownAt?: string | undefined
}

/** The page at which a day's rate can be cited, with a page of its changes. */
export function citedAddress(cited: CitedDay, page = 1): string {
  const { currency, date, kind, publisher, knownAt } = cited
  const address = withQuery(`/rates/${currency}/${date}`, {
    kind: kind === DEFAULT_KIND ? undefined : kind,
    publisher: publisher ?? undefined,
    known_at: knownAt,
    page: page > 1 ? page : undefined,
  })
  // A colon may stand in a query as it is, and is easier to read.
  return address.replaceAll('%3A', ':')
}
