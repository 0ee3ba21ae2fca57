import { CURRENCIES } from '../../domain/currency.ts'
import { PERIOD_UNITS } from '../../domain/period.ts'
import { t } from '../../text/sentences.ts'
import { addressOf, BASE } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { useNewestChange } from '../rates/newest-change.ts'
import { useLocation, usePlace } from '../router.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { periodsAddress, periodsChoice, periodsInput, periodsQuery } from './period-queries.ts'
import { PeriodsForm } from './periods-form.tsx'
import styles from './periods-page.module.css'
import { PeriodsTable } from './periods-table.tsx'

/**
 * Closing rates, averages, lowest and highest rates of periods; currency, unit, months and kind
 * live in the address.
 */
export default function PeriodsPage() {
  const [, go] = useLocation()
  const choice = periodsChoice(usePlace())
  const { currency, unit, kind } = choice
  const query = useResponse(periodsQuery(choice))
  const shown = query.data?.data
  const newest = useNewestChange()
  return (
    <>
      <PageTitle lead={t.periods.lead}>
        {t.periods.heading({ name: t.currencyNames[currency] })}
      </PageTitle>
      <div className="stack">
        <div className={classNames('fields', styles['switches'])} data-screen-only>
          <LinkTabs
            label={t.periods.currencies}
            choices={CURRENCIES}
            chosen={currency}
            current="page"
            addressOf={(each) => periodsAddress({ ...choice, currency: each })}
          />
          <LinkTabs
            label={t.periods.unitsLabel}
            choices={PERIOD_UNITS}
            chosen={unit}
            current="true"
            addressOf={(each) => periodsAddress({ ...choice, unit: each })}
            textOf={(each) => t.periods.units[each]}
          />
          <PeriodsForm
            choice={choice}
            shown={shown}
            onChoose={(next) => go(periodsAddress(next))}
          />
        </div>
        <ConnectionNotice queries={[query]} />
        <div aria-busy={query.isFetching} hidden={query.error?.mayPass === false}>
          <Card
            title={
              `${t.periods.caption({ currency, unit: t.periods.units[unit] })} · ` +
              `${t.kindNames[kind]}`
            }
          >
            {shown ? (
              <PeriodsTable shown={shown} />
            ) : query.error ? (
              <p>{t.periods.failed}</p>
            ) : (
              <Skeleton rows={12} />
            )}
            <p className={classNames('fine-print', styles['small'])}>
              {t.periods.howMade} {unit === 'tax-year' && t.periods.taxYear}
            </p>
            {!query.error && <Downloads input={periodsInput(choice)} />}
          </Card>
        </div>
        <p data-screen-only>
          <Link href={`/rates/${currency}`}>{t.periods.rates({ currency })}</Link>
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
      {t.periods.download}{' '}
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/periods.csv', input)} download>
        CSV
      </a>{' '}
      {t.periods.or}{' '}
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/periods.xlsx', input)} download>
        XLSX
      </a>
    </p>
  )
}
