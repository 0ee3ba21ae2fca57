import { publisherName } from '../../domain/publisher.ts'
import {
  formatChange,
  formatPercentChange,
  formatRate,
  fromWire,
  percentChange,
} from '../../domain/rate-text.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { boardRate } from '../rates/board-rate.ts'
import { sideBoardQuery } from '../rates/board-queries.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { kindOf, type Side } from '../rates/side.ts'
import type { CurrencyChoice } from './history-queries.ts'
import styles from './rate-figure.module.css'

interface BankSidesProps {
  readonly choice: CurrencyChoice
  readonly publisher: string
  /** What its rates are held against; undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
}

/** What a bank buys and sells at, each with its difference from the main rate. */
export function BankSides(props: BankSidesProps) {
  return (
    <section aria-label={publisherName(props.publisher)} className="below">
      <dl className={styles['changes']}>
        <BankSide {...props} side="export" />
        <BankSide {...props} side="import" />
      </dl>
      <p className="fine-print">{t.sides.bankLine({ bank: publisherName(props.publisher) })}</p>
    </section>
  )
}

function BankSide({ choice, publisher, rate, side }: BankSidesProps & { readonly side: Side }) {
  const { currency, date } = choice
  const kind = kindOf(side)
  const own = boardRate(useResponse(sideBoardQuery(date, side, publisher)).data?.data, currency)
  return (
    <div>
      <dt>{kind && t.kindNames[kind]}</dt>
      <dd>
        {own ? (
          <>
            <Link href={withQuery(`/rates/${currency}/${own.date}`, { kind, publisher })}>
              {formatRate(fromWire(own.rate))}
            </Link>{' '}
            <span className="fine-print">
              {rate && `${differenceText(own.rate, rate.rate)}, `}
              {formatDay(own.date)}
            </span>
          </>
        ) : (
          '–'
        )}
      </dd>
    </div>
  )
}

/** How far a bank's rate is from the main one: `+7.2500 (+2.41 %)`. */
function differenceText(bank: number, main: number): string {
  const [own, other] = [fromWire(bank), fromWire(main)]
  return `${formatChange(own - other)} (${formatPercentChange(percentChange(other, own))})`
}
