import { periodsLoader } from './period-queries.ts'
import { navigate, usePlace } from '../pages.tsx'
import { currencies } from '../../domain/currency.ts'
import { PERIOD_UNITS } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { addressOf, BASE } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useResponse } from '../queries.ts'
import { useNewestChange } from '../rates/newest-change.ts'
import { Card } from '../ui/card.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import {
  periodsAddress,
  periodsChoice,
  periodsInput,
  periodsQuery,
  type PeriodsChoice,
} from './period-queries.ts'
import { CalendarSwitch, PeriodsForm } from './periods-form.tsx'
import styles from './periods-form.module.css'
import { PeriodsTable } from './periods-table.tsx'

export const loader = periodsLoader

/**
 * Closing rates, averages, lowest and highest rates of periods; currency, unit, months and kind
 * live in the address.
 */
export function Component() {
  const choice = periodsChoice(usePlace())
  const { currency, kind, publisher, unit } = choice
  const query = useResponse(periodsQuery(choice))
  const shown = query.data?.data
  const newest = useNewestChange()
  const choose = (next: PeriodsChoice) => navigate(periodsAddress(next))
  return (
    <>
      <PageTitle
        aside={
          <div className="apart">
            <Currencies choice={choice} />
            {!query.error && <Downloads input={periodsInput(choice)} />}
          </div>
        }
      >
        {t.periods.heading}
      </PageTitle>
      <Card
        title={t.periods.caption({
          currency: seriesName(seriesOf(currency, kind, publisher)),
          unit: t.periods.units[unit],
        })}
        isTitleHeard
      >
        <div className={styles['choices']} data-screen-only>
          <LinkTabs
            label={t.periods.columns.period}
            choices={PERIOD_UNITS}
            chosen={unit}
            current="true"
            addressOf={(each) => periodsAddress({ ...choice, unit: each })}
            textOf={(each) => t.periods.units[each]}
          />
          <PeriodsForm choice={choice} shown={shown} onChoose={choose} />
        </div>
        <ConnectionNotice queries={[query]} />
        <div aria-busy={query.isFetching} hidden={query.error?.mayPass === false}>
          {shown ? (
            <PeriodsTable shown={shown} withCalendar={choice.withCalendar} />
          ) : query.error ? (
            <p>{t.periods.failed}</p>
          ) : (
            <Skeleton rows={12} />
          )}
        </div>
        <CalendarSwitch choice={choice} onChoose={choose} />
        <p className="fine-print">
          {t.periods.howMade} {unit === 'tax-year' && t.periods.taxYear}
        </p>
      </Card>
      <p role="status" className="visually-hidden">
        {newest?.sentence}
      </p>
    </>
  )
}

function Currencies({ choice }: { readonly choice: PeriodsChoice }) {
  return (
    <LinkTabs
      label={t.periods.currencies}
      choices={currencies()}
      chosen={choice.currency}
      current="page"
      addressOf={(each) => periodsAddress({ ...choice, currency: each })}
    />
  )
}

/** The periods on the screen as files. */
function Downloads({ input }: { readonly input: ReturnType<typeof periodsInput> }) {
  return (
    <Menu name={t.ui.download}>
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/periods.csv', input)} download>
        CSV
      </a>
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/periods.xlsx', input)} download>
        XLSX
      </a>
    </Menu>
  )
}
