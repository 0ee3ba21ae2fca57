import { Link } from '../link.tsx'
import { ApprovalNotice } from '../session/approval-notice.tsx'
import { holidaysQuery, MissingListNotice } from '../session/entered-holidays.tsx'
import { useAuth } from '../session/stored-session.ts'
import { dashboardText, entryText } from '../text/en/work/entries.ts'
import { buttonClass, Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { screensText } from '../text/en/screens.ts'
import styles from './manual-rates.module.css'
import { entriesQuery } from './entry-queries.ts'
import { RecentRates } from './recent-rates.tsx'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { Select } from '../ui/form/select.tsx'
import { CurrencyField, DateField, EntryOutcome, KindField, RateField } from './entry-fields.tsx'
import { useManualRateEntry } from './manual-rate-entry.ts'

export const loader = () => [entriesQuery(), holidaysQuery()]

const PLACES = [
  { href: '/today', text: screensText.today },
  { href: '/manage', text: dashboardText.manage },
  { href: '/manage?import', text: dashboardText.importRates },
  { href: '/calendar', text: dashboardText.holidays },
  { href: '/auditlog', text: screensText.auditTrail },
] as const

/** Where one arrives after signing in: enter a rate, see what was entered last. */
export default function DashboardPage() {
  const auth = useAuth()
  const user = auth.state === 'signed-in' ? auth.name || auth.email : ''
  return (
    <>
      <PageTitle lead={user && dashboardText.welcome(user)}>{screensText.dashboard}</PageTitle>
      <ApprovalNotice />
      <MissingListNotice />
      <div className="stack">
        <nav aria-label={dashboardText.places} className={classNames('buttons', styles['places'])}>
          {PLACES.map(({ href, text }) => (
            <Link key={href} href={href} className={buttonClass('quiet')}>
              {text}
            </Link>
          ))}
        </nav>
        <div className={classNames('stack', styles['columns'])}>
          <Card title={dashboardText.add}>
            <DashboardForm />
          </Card>
          <Card title={dashboardText.recent}>
            <RecentRates />
          </Card>
        </div>
      </div>
    </>
  )
}

/** The dashboard's form. */
function DashboardForm() {
  const entry = useManualRateEntry('dashboard')
  return (
    <>
      <form className="fields" {...entry.form}>
        <CurrencyField entry={entry} label={dashboardText.baseCurrency} name="base_currency" />
        <KindField entry={entry} />
        <Select
          label={dashboardText.targetCurrency}
          name="target_currency"
          values={[TARGET_CURRENCY]}
          textOf={entryText.target}
          errors={entry.errors['target_currency']}
        />
        <RateField entry={entry} placeholder={dashboardText.placeholder} />
        <DateField entry={entry} hint={dashboardText.dateHint} />
        <Button type="submit" busy={entry.busy} busyText={entryText.saving}>
          {dashboardText.save}
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
