import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'

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
