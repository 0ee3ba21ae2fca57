import { Link } from '../link.tsx'
import { ApprovalNotice } from '../session/approval-notice.tsx'
import { MissingListNotice } from '../session/missing-list-notice.tsx'
import { useAuth } from '../session/auth.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { DashboardForm } from './dashboard-form.tsx'
import styles from './manual-rates.module.css'
import { RecentRates } from './recent-rates.tsx'

export { dashboardLoader as loader } from './entry-queries.ts'

/** Where one arrives after signing in: enter a rate, see what was entered last. */
export default function DashboardPage() {
  const auth = useAuth()
  const user = auth.state === 'signed-in' ? auth.name || auth.email : ''
  return (
    <>
      <PageTitle lead={user && `Welcome, ${user}.`}>Dashboard</PageTitle>
      <ApprovalNotice />
      <MissingListNotice />
      <nav aria-label="Your work" className={styles['places']}>
        <Link href="/manage" className={buttonClass('quiet')}>
          Manage Rates
        </Link>
        <Link href="/manage?import" className={buttonClass('quiet')}>
          Import rates
        </Link>
        <Link href="/calendar" className={buttonClass('quiet')}>
          Bank holidays
        </Link>
        <Link href="/auditlog" className={buttonClass('quiet')}>
          Audit Trail
        </Link>
      </nav>
      <div className={styles['columns']}>
        <Card title="Add Exchange Rate">
          <DashboardForm />
        </Card>
        <Card title="Recent Exchange Rates">
          <RecentRates />
        </Card>
      </div>
    </>
  )
}
