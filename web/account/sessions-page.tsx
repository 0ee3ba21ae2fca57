import { AccessTokens } from './access-tokens.tsx'
import { Link } from '../link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { SessionList } from './session-list.tsx'
import styles from './sessions.module.css'

export { sessionsLoader as loader } from './user-data-queries.ts'

/** Where one is signed in, and which scripts may act in one's name. */
export default function SessionsPage() {
  return (
    <>
      <PageTitle
        lead={
          <>
            Where you are signed in, and which scripts may act in your name. Times are Colombo time
            (UTC+5:30). <Link href="/account">Account: name, data, closing it</Link>
          </>
        }
      >
        Sessions
      </PageTitle>
      <div className={styles['stack']}>
        <SessionList />
        <AccessTokens />
      </div>
      <ToastHost />
    </>
  )
}
