import { inspectLink, redeemLink } from '../../contract/sign-in.ts'
import { call, type ApiError } from '../api.ts'
import { EMAIL_LANGUAGE } from '../language/page-language.ts'
import { EmailLink } from '../session/email-link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { openSession } from './open-session.ts'
import { loginText } from '../text/en/sign-in.ts'
import styles from '../session/sign-in-frame.module.css'

interface LoginLinkProps {
  readonly token: string
  /** The link is used, replaced or too old, in the server's words. */
  readonly onDead: (sentence: string) => void
  /** Someone would rather use a code. */
  readonly onOther: () => void
}

/** Says whose an email's link is, and signs in on a press. */
export function LoginLink({ token, onDead, onOther }: LoginLinkProps) {
  // A client error other than "too many" is final; everything else may go better the next time.
  const isDead = ({ mayPass, status, message }: ApiError) => {
    const isFinal = !mayPass && status >= 400
    if (isFinal) onDead(message)
    return isFinal
  }
  return (
    <>
      <EmailLink
        inspect={() => call(inspectLink, { body: { token } })}
        act={async ({ email }) =>
          openSession(await call(redeemLink, { body: { token, ...EMAIL_LANGUAGE } }), email)
        }
        isDead={isDead}
        checking={loginText.checkingLink}
        retry={loginText.retryLink}
      >
        {({ name, email }, press, busy) => (
          <Button wide autoFocus busy={busy} onClick={press}>
            {loginText.signInAs(name, email)}
          </Button>
        )}
      </EmailLink>
      <p className={classNames('apart', styles['ways'])}>
        <Button kind="link" onClick={onOther}>
          {loginText.useCode}
        </Button>
      </p>
    </>
  )
}
