import { periodRatesCsv, periodRatesXlsx } from '../../contract/periods.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { PERIOD_UNITS } from '../../domain/period.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../text/en/names.ts'
import { addressOf, BASE } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { LinkTabs } from '../rates/link-tabs.tsx'
import { useNewestChange } from '../rates/newest-change.ts'
import { useLocation, usePlace } from '../router.tsx'
import { PERIODS_TEXT as TEXT } from '../text/en/periods.ts'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { periodsAddress, periodsChoice, periodsInput, periodsQuery } from './period-queries.ts'
import { PeriodsForm } from './periods-form.tsx'
import styles from './periods-page.module.css'
import { PeriodsTable } from './periods-table.tsx'

/** Closing rates, averages, lowest and highest rates of periods; currency, unit, months and kind live in the address. */
export default function PeriodsPage() {
  const [, go] = useLocation()
  const choice = periodsChoice(usePlace())
  const { currency, unit, kind } = choice
  const query = useResponse(periodsQuery(choice))
  const shown = query.data?.data
  const newest = useNewestChange()
  return (
    <>
      <PageTitle lead={TEXT.lead}>{TEXT.heading(CURRENCY_NAMES[currency])}</PageTitle>
      <div className="stack">
        <div className={classNames('fields', styles['switches'])} data-screen-only>
          <LinkTabs
            label={TEXT.currencies}
            choices={CURRENCIES}
            chosen={currency}
            current="page"
            addressOf={(each) => periodsAddress({ ...choice, currency: each })}
          />
          <LinkTabs
            label={TEXT.unitsLabel}
            choices={PERIOD_UNITS}
            chosen={unit}
            current="true"
            addressOf={(each) => periodsAddress({ ...choice, unit: each })}
            textOf={(each) => TEXT.units[each]}
          />
          <PeriodsForm choice={choice} shown={shown} onChoose={(next) => go(periodsAddress(next))} />
        </div>
        <ConnectionNotice queries={[query]} />
        <div aria-busy={query.isFetching} hidden={query.error?.mayPass === false}>
          <Card title={`${TEXT.caption(currency, TEXT.units[unit])} · ${KIND_NAMES[kind]}`}>
            {shown ? (
              <PeriodsTable shown={shown} />
            ) : query.error ? (
              <p>{TEXT.failed}</p>
            ) : (
              <Skeleton rows={12} />
            )}
            <p className={classNames('fine-print', styles['small'])}>
              {TEXT.howMade} {unit === 'tax-year' && TEXT.taxYear}
            </p>
            {!query.error && <Downloads input={periodsInput(choice)} />}
          </Card>
        </div>
        <p data-screen-only>
          <Link href={`/rates/${currency}`}>{TEXT.rates(currency)}</Link>
        </p>
      </div>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}

/** The periods on the screen as files. */
function Downloads({ input }: { readonly input: ReturnType<typeof periodsInput> }) {
  return (
    <p className={styles['files']} data-screen-only>
      {TEXT.download}{' '}
      <a href={BASE + addressOf(periodRatesCsv, input)} download>
        CSV
      </a>{' '}
      {TEXT.or}{' '}
      <a href={BASE + addressOf(periodRatesXlsx, input)} download>
        XLSX
      </a>
    </p>
  )
}
