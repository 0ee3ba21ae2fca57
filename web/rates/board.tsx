import { Fragment } from 'react'
import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatSpread, spreadOf } from '../../domain/spread.ts'
import { formatDay } from '../../text/en/days.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { boardText } from '../text/en/rates.ts'
import { SIDES_TEXT } from '../text/en/sides.ts'
import { Card } from '../ui/card.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './board.module.css'
import { rowOf, type Board } from './board-rate.ts'
import { RateLine } from './rate-line.tsx'
import { ratesAddress, type RatesChoice } from './rates-queries.ts'

interface RateBoardProps {
  readonly choice: RatesChoice
  /** Of the chosen side; undefined while it is on its way, and so are the two sides'. */
  readonly board: Board | undefined
  readonly buying: Board | undefined
  readonly selling: Board | undefined
}

/** All currencies at a glance, with both sides where they are known; each leads to its own week. */
export function RateBoard({ choice, board, buying, selling }: RateBoardProps) {
  return (
    <Card
      title={boardText.title}
      aside={board?.kind && <span className="fine-print">{KIND_NAMES[board.kind]}</span>}
    >
      <ul className={styles['rows']}>
        {CURRENCIES.map((base) => (
          <li key={base}>
            <Link
              href={ratesAddress({ ...choice, base })}
              className={styles['row']}
              aria-current={base === choice.base ? 'true' : undefined}
            >
              <span className={styles['code']}>{base}</span>
              <Row row={rowOf(board, base)} />
              <BothSides buying={rowOf(buying, base)} selling={rowOf(selling, base)} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ row }: { row: BoardRow | undefined }) {
  return (
    <>
      <RateLine points={row?.points ?? []} />
      <span className={styles['figure']}>{rateText(row?.rate)}</span>
      <span className={styles['small']}>{row?.date && formatDay(row.date)}</span>
      {row?.date && row.source && (
        <span className={styles['freshness']}>
          <FreshnessBadge rate={{ date: row.date, source: row.source }} />
        </span>
      )}
      <span className={styles['small']}>
        {row?.weekly_average && `${boardText.average(rateText(row.weekly_average))} `}
        {row && row.change !== null && <RateChangeText change={fromWire(row.change)} />}
      </span>
    </>
  )
}

/** What a bank pays and asks; with the spread where both are of one day. */
function BothSides({ buying, selling }: Record<'buying' | 'selling', BoardRow | undefined>) {
  const known = [
    { kind: 'tt-buying', ...buying },
    { kind: 'tt-selling', ...selling },
  ] as const
  const sides = known.flatMap(({ kind, rate, date }) =>
    rate && date ? [{ kind, rate: fromWire(rate), date }] : [],
  )
  const [first, second] = sides
  if (!first) return null
  const ofOneDay = first.date === second?.date
  const texts = sides.map(({ kind, rate, date }) => {
    const text = `${KIND_NAMES[kind]} ${formatRate(rate)}`
    return ofOneDay ? text : `${text}, ${formatDay(date)}`
  })
  if (ofOneDay) {
    texts.push(
      `${SIDES_TEXT.spread} ${formatSpread(spreadOf(first.rate, second.rate))}`,
      formatDay(first.date),
    )
  }
  return (
    <span className={styles['sides']}>
      {texts.map((text, at) => (
        <Fragment key={text}>
          <span className={styles['whole']}>{at === texts.length - 1 ? text : `${text} ·`}</span>{' '}
        </Fragment>
      ))}
    </span>
  )
}

function rateText(rate: number | null | undefined): string {
  return rate ? formatRate(fromWire(rate)) : '–'
}
