import { formatPercentChange, formatRate, rateOf } from '../../domain/money.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { unitsName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { SourceTexts } from './import-source.tsx'
import type { ImportRow } from './use-import.ts'

/** What the screens say of the rows of one kind. */
interface RowWords {
  readonly caption: string
  /** The headings of what a row is about. */
  readonly column: string
  /** Said where every row is there already. */
  readonly nothing: string
  /** The question about rows that look wrong, and what is said where it is left open. */
  readonly why: string
  readonly whyMissing: string
  readonly button: (values: { count: number }) => string
  readonly source: SourceTexts
}

/** The words of each kind of row, in the language of the page. */
export const wordsOf = (subject: ImportSubject): RowWords =>
  ({
    rates: { ...t.rateImport, column: t.rateImport.rateColumn, source: t.rateImport },
    'customs rates': {
      ...t.customs.preview,
      button: () => t.customs.preview.button,
      source: t.customs,
    },
    'bank holidays': { ...t.calendar.preview, source: t.calendar },
  })[subject]

/** The date of a row as it is written, where it could be two days; empty where none is found. */
export const writtenDay = (given = ''): string =>
  /\d{1,2}([-/.])\d{1,2}\1\d{4}/.exec(given)?.[0] ?? ''

const rateText = (rate: number) => formatRate(rateOf(rate))

/** What a row is about, but for its day; undefined where that was not understood. */
export function aboutRow(row: ImportRow) {
  const { currency, kind = DEFAULT_KIND, publisher, name, rate } = row
  if (name) return { what: name }
  if (currency === null || rate === null) return undefined
  const bank = publisher ? `${publisherName(publisher)} ` : ''
  return { what: `${bank}${unitsName(currency)}`, kind: t.kindNames[kind] }
}

/** The new figure, the one that counts now, and the difference between them; empty for none. */
export function figuresOf({ rate, replaces, current }: ImportRow) {
  const now = current?.rate ?? replaces
  return {
    fresh: rate === null ? '' : rateText(rate),
    now: typeof now === 'number' ? rateText(now) : (now ?? ''),
    difference: current?.difference_percent
      ? formatPercentChange(Math.round(current.difference_percent * 100))
      : '',
  }
}

/** Why a row has its verdict, and what else there is to know of it. */
export function remarksOn({ rounded_from, sentence, verdict, warnings }: ImportRow): string[] {
  const given = rounded_from
  return [
    // These say it themselves, and the day is asked about.
    ...(['replaces', 'same', 'ambiguous'].includes(verdict) ? [] : [sentence]),
    ...(given === undefined ? [] : [t.rateImport.rounded({ given })]),
    // The most telling of them.
    ...warnings.slice(0, 1).map((warning) => warning.sentence),
  ].filter((each, index, all) => each !== '' && !all.slice(0, index).some((a) => a.includes(each)))
}

/** Whether a row would stand before a published rate. */
export const replacesPublished = ({ verdict, current }: ImportRow) =>
  verdict === 'new' && current !== undefined && current.source !== 'manual'

/** What happens to a row, in a word. */
export const resultOf = (row: ImportRow): string =>
  replacesPublished(row) ? t.import.published : t.import.verdicts[row.verdict]

/** On how many days the rows would stand before a published rate, as a sentence. */
export function replacedDays(rows: readonly ImportRow[]): string {
  const days = new Set(rows.filter(replacesPublished).map(({ date }) => date))
  return days.size === 0 ? '' : t.rateImport.replacesPublished({ count: days.size })
}
