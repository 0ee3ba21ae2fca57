import type { Currency } from '../currency.ts'
import type { RateKind } from '../series.ts'
import { isDay, isManyUnits, isNumber } from './cell-looks.ts'
import { isRemarkHeading, kindUnder, type Quotes, type TitleWords } from './headings.ts'
import { foreignIn, isUnderstood, namesRupees, wordsOf } from './rate-words.ts'
import type { OtherFigure } from './rate-lexicon.ts'

/** What nobody understands, and might make another figure of a rate. */
export interface Unclear {
  readonly code:
    'row heading unclear' | 'row cell unclear' | 'row unknown value' | 'row other table'
  readonly text: string
  readonly heading?: string
}

/** A cell beside a rate. */
export interface Beside {
  readonly cell: string
  readonly heading: string
  /** Whether its column is one more of the currency, such as that of its name. */
  readonly isCurrency: boolean
}

/** What a row says of its rates besides their headings. */
export interface SaidBeside {
  /** The cell that says that they are none of one unit that are kept. */
  readonly against: string
  /** What nobody understands. */
  readonly unclear: Unclear | null
  /** The cell that says another kind than this one; empty where none does. */
  readonly contradiction: (kind: string) => string
  readonly kind: (title: TitleWords, quotes: Quotes | undefined) => SaidKind
}

/** The kind that words name, or those that leave it open or are of none that is kept. */
export interface SaidKind {
  readonly kind: RateKind | ''
  readonly asked: string
  readonly against: string
}

/** Beside a rate these say that it is none that is kept, in a remark too. */
const AGAINST: readonly OtherFigure[] = ['forward', 'plan', 'notes', 'cheque', 'units', 'other']
/** In such a column one letter is buying, purchase or selling. */
const SIDE_HEADING = /^(?:side|b ?\/ ?s|p ?\/ ?s|buy ?\/ ?sell|bid ?\/ ?(?:ask|offer))$/i

/**
 * What the cells beside a row's rates say. `own` is its currency. Where a user has chosen the
 * columns, silent cells raise no doubt.
 */
export function saidBeside(
  cells: readonly Beside[],
  own: Currency | null,
  isChosen: boolean,
): SaidBeside {
  const texts = cells.filter(({ cell }) => !isNumber(cell) && !isDay(cell)).map(sideInFull)
  const words = texts.map((each) => ({ ...each, ...wordsOf(each.text), isRemark: isRemark(each) }))
  const other = words.find(
    ({ otherFigure, isRemark: free, text }) =>
      (otherFigure && (AGAINST.includes(otherFigure) || !(free || isChosen))) ||
      isOtherCurrency(text, own),
  )
  const unclear = isChosen
    ? undefined
    : (words.find((each) => !each.isRemark && !each.isCurrency && !isUnderstood(each.text)) ??
      cells.find((each) => !isRemark(each) && (isDay(each.cell) || isNumberOfUnits(each))))
  const side = words.find((each) => each.side !== null)
  const all = {
    side: side?.side ?? null,
    isTransfer: words.some((each) => each.isTransfer),
    kind: words.find((each) => each.kind !== null)?.kind ?? null,
  }
  return {
    against: other?.cell ?? '',
    unclear: unclear && !other ? unclearCell(unclear) : null,
    contradiction(kind) {
      const isOther = (each: (typeof words)[number]) =>
        (each.side !== null && kind.startsWith('tt-') && kind !== `tt-${each.side}`) ||
        (each.kind !== null && kind !== each.kind && [kind, each.kind].includes('customs'))
      return words.find(isOther)?.cell ?? ''
    },
    kind(title, quotes) {
      const found = kindUnder(all, title, quotes)
      const cell = side?.cell ?? words.find((each) => each.isTransfer)?.cell ?? title.text
      if (found === 'asked') return { kind: '', asked: cell, against: '' }
      const isNone = found === 'no side' || found === 'answered'
      return isNone
        ? { kind: '', asked: '', against: cell }
        : { kind: found ?? '', asked: '', against: '' }
    },
  }
}

function unclearCell({ cell, heading }: Beside): Unclear {
  if (heading === '') return { code: 'row unknown value', text: cell }
  return { code: 'row cell unclear', text: cell, heading }
}

const isRemark = ({ heading }: Beside) => isRemarkHeading(heading)

/** Whether a figure may say for how many units the rate is: one of money is no such. */
function isNumberOfUnits({ cell, heading }: Beside): boolean {
  return isManyUnits(cell) && wordsOf(heading).foreign === 0 && !namesRupees(heading)
}

/** Whether a cell names a currency that is not the row's: the rate may be a price in it. */
function isOtherCurrency(text: string, own: Currency | null): boolean {
  return own !== null && [...foreignIn(text)].some((each) => each !== own)
}

function sideInFull(each: Beside): Beside & { readonly text: string } {
  if (!SIDE_HEADING.test(each.heading) || !/^[bps]$/i.test(each.cell))
    return { ...each, text: each.cell }
  return { ...each, text: /s/i.test(each.cell) ? 'selling' : 'buying' }
}
