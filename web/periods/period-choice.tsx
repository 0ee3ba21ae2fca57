import type { Currency } from '../../domain/currency.ts'
import { isMonth, PERIOD_UNITS, type Month, type PeriodUnit } from '../../domain/period.ts'
import type { Place } from '../load-page.ts'
import { useResponse } from '../queries.ts'
import { boardQuery, listRows } from '../rates/board.ts'
import { FeedNotice } from '../rates/feed-notice.tsx'
import {
  choiceParams,
  feedQuery,
  readAddress,
  seriesQuery,
  type RateChoice,
} from '../rates/rates.ts'
import { Menu } from '../ui/menu.tsx'

// Shared by the board of a period and the list of a currency's periods.

export interface PeriodChoice extends RateChoice {
  readonly unit: PeriodUnit
  readonly withCalendar: boolean
}

export function readPeriodChoice(place: Place) {
  const { search } = place
  return {
    ...readAddress(place),
    unit: PERIOD_UNITS.find((each) => each === search.get('unit')) ?? ('month' as const),
    withCalendar: search.get('average') === 'calendar',
  }
}

export function readMonth({ search }: Place, name: string): Month | undefined {
  const month = search.get(name) ?? ''
  return isMonth(month) ? month : undefined
}

/** The parameters of a choice, in the order of an address: `unit`, `days`, the rest. */
export const periodParams = (
  { unit, withCalendar, ...choice }: PeriodChoice,
  days: Readonly<Record<string, Month | undefined>> = {},
) => ({
  unit: unit === 'month' ? undefined : unit,
  ...days,
  ...choiceParams(choice),
  average: withCalendar ? 'calendar' : undefined,
})

export const commonQueries = () => [boardQuery(), feedQuery(), seriesQuery()]

/** `currency` undefined: of any. */
export function SampleNotice({ currency }: { readonly currency?: Currency }) {
  const board = useResponse(boardQuery()).data?.data
  const rows = listRows(board).filter(
    (row) => row.source === 'sample' && (!currency || row.currency === currency),
  )
  return rows.length > 0 && <FeedNotice rows={rows} />
}

interface DownloadsProps {
  readonly name: string
  readonly look?: 'primary'
  readonly csv: string
  readonly xlsx: string
}

export function Downloads({ csv, xlsx, ...menu }: DownloadsProps) {
  return (
    <Menu {...menu}>
      <a href={csv} download>
        CSV
      </a>
      <a href={xlsx} download>
        XLSX
      </a>
    </Menu>
  )
}
