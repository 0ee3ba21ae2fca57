import type { CalendarDate } from '../../domain/calendar-date.ts'
import { unitsOf } from '../../domain/currency.ts'
import { SCALE } from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'
import { givenText, plainAmount, type ConvertedRate } from '../converter/conversion.ts'
import { askedText, rateFacts, resultUnit, Slip, sourcedLine } from '../converter/slip.tsx'
import type { useConversion } from '../converter/use-conversion.ts'
import { localAddress } from '../language.ts'
import { Address, Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { citedAddress } from '../rates/rates.ts'
import { Button, buttonClass, CopyButton } from '../ui/button.tsx'
import styles from './home.module.css'

interface ResultProps {
  readonly state: ReturnType<typeof useConversion>
  readonly rate: ConvertedRate | undefined
  readonly asked: CalendarDate
  readonly reason: string | undefined
}

export function HomeResult({ state, rate, asked, reason }: ResultProps) {
  const { shown, converted, result } = state
  const { origin } = usePage()
  const today = useToday()
  const isOther = rate !== undefined && rate.date !== asked
  // One unit is the rate itself, which has more decimals.
  const isOne =
    converted?.amount === BigInt(SCALE) && !shown.fromRupees && unitsOf(shown.currency) === 1
  const cited = rate && {
    ...rate,
    ...(converted &&
      !isOne && { amount: plainAmount(converted.amount), fromRupees: shown.fromRupees }),
    asked: isOther ? asked : undefined,
  }
  const address = cited && origin + localAddress(citedAddress(cited))
  const line =
    result &&
    converted &&
    rate &&
    `${sourcedLine(converted, rate, { asked: isOther ? asked : undefined })} ${address}`
  return (
    <section className={styles['result']} aria-label={t.slip.title}>
      <Slip
        given={givenText(shown, converted?.amount)}
        figure={rate && result?.figure}
        unit={resultUnit(shown)}
        facts={rateFacts(rate, {
          isInverse: shown.fromRupees,
          asked: isOther && askedText(asked, reason, today),
        })}
      />
      <div className={`buttons ${styles['actions']}`} data-screen-only data-result="">
        {converted && (
          <CopyButton figure={line} kind="primary">
            {t.slip.copy}
          </CopyButton>
        )}
        {cited && (
          <Link href={citedAddress(cited)} className={buttonClass('quiet')}>
            {t.slip.cite}
          </Link>
        )}
        <Button kind="quiet" onClick={() => print()}>
          {t.ui.print}
        </Button>
      </div>
      {address && (
        <p className="fine-print" data-paper-only>
          <Address address={address} />
        </p>
      )}
    </section>
  )
}
