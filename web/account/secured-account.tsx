import { Link } from '../link.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from '../session/sign-in-frame.module.css'

/** What the link of a security email did. */
export interface Secured {
  readonly email: string
  /** Such as `2 sessions ended, 1 access token revoked`. */
  readonly counts: string
}

/** Confirms that everything has ended, and says what to do next. */
export function SecuredAccount({ email, counts }: Secured) {
  return (
    <div className={styles['who']}>
      <Notice kind="success">
        <p>{counts}. Nobody is signed in to this account any more.</p>
      </Notice>
      <p>What to do next:</p>
      <ol className={styles['steps']}>
        <li>
          Change the password of your mailbox {email}. Anyone who can read it can sign in to your account.
        </li>
        <li>
          <Link href="/login">Sign in again</Link>.
        </li>
        <li>
          Check the <Link href="/auditlog">audit trail</Link> for changes that you did not make.
        </li>
      </ol>
    </div>
  )
}
