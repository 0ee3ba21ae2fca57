import { publisherName, type RateKind } from '../../domain/series.ts'
import { formatChange, percentChangeText, formatRate, fromWire } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { MissingNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { boardRate } from '../rates/board-rate.ts'
import { sideBoardQuery } from '../rates/board-queries.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { citedAddress } from '../rates/side.ts'
import type { CurrencyChoice } from './history-queries.ts'
import styles from './rate-figure.module.css'

interface BankSidesProps {
  readonly choice: CurrencyChoice
  readonly publisher: string
  /** What its rates are held against; undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
}

/** What a bank buys and sells at, each with its difference from the main rate. */
export function BankSides({ choice, publisher, rate }: BankSidesProps) {
  const { currency, date } = choice
  const buying = useResponse(sideBoardQuery(date, 'export', publisher))
  const selling = useResponse(sideBoardQuery(date, 'import', publisher))
  const side = (kind: RateKind, { data }: typeof buying) =>
    data && <BankSide kind={kind} own={boardRate(data.data, currency)} rate={rate} />
  return (
    <section aria-label={publisherName(publisher)} className="below">
      <MissingNotice queries={[buying, selling]} />
      <dl className={styles['changes']}>
        {side('tt-buying', buying)}
        {side('tt-selling', selling)}
      </dl>
      <p className="fine-print">{t.sides.bankLine({ bank: publisherName(publisher) })}</p>
    </section>
  )
}

interface BankSideProps extends Pick<BankSidesProps, 'rate'> {
  readonly kind: RateKind
  readonly own: CurrentRate | undefined
}

function BankSide({ kind, own, rate }: BankSideProps) {
  return (
    <div>
      <dt>{t.kindNames[kind]}</dt>
      <dd>
        {own ? (
          <>
            <Link href={citedAddress(own)}>{formatRate(fromWire(own.rate))}</Link>{' '}
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
  return `${formatChange(own - other)} (${percentChangeText(other, own)})`
}
