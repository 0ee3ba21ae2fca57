import { Link } from '../link.tsx'
import { Notice } from '../ui/notice.tsx'
import { secureAccountText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
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
    <div className="fields">
      <Notice kind="success">
        <p>{secureAccountText.done(counts)}</p>
      </Notice>
      <p>{secureAccountText.next}</p>
      <ol className={styles['steps']}>
        <li>{secureAccountText.changePassword(email)}</li>
        <li>
          <Sentence
            text={secureAccountText.signInStep}
            link={<Link href="/login">{secureAccountText.signIn}</Link>}
          />
        </li>
        <li>
          <Sentence
            text={secureAccountText.checkAuditTrail}
            auditTrail={<Link href="/auditlog">{secureAccountText.auditTrail}</Link>}
          />
        </li>
      </ol>
    </div>
  )
}
