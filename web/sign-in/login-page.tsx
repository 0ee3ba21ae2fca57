import { useState } from 'react'
import { useHistoryState } from '../redirect.tsx'
import { Notice } from '../ui/notice.tsx'
import { keepCodeRequest, useCodeRequest } from '../session/code-request.ts'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'
import { useLinkToken } from '../session/link-token.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { screensText } from '../text/en/screens.ts'
import { loginText } from '../text/en/sign-in.ts'
import { inspectLink, redeemLink } from '../../contract/sign-in.ts'
import { call, type ApiError } from '../api.ts'
import { EMAIL_LANGUAGE } from '../language/page-language.ts'
import { EmailLink } from '../session/email-link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { openSession } from './open-session.ts'
import styles from '../session/sign-in-frame.module.css'

/** Signing in: by the link of an email, or by an address and then its code. */
export default function LoginPage() {
  const request = useCodeRequest()
  const [token, forgetToken] = useLinkToken()
  const [deadLink, setDeadLink] = useState<string>()
  const [corrected, setCorrected] = useState<string>()
  const state = useHistoryState<{ email?: string; signedOutElsewhere?: boolean } | null>()
  const given = state?.email

  const onDead = (sentence: string) => {
    setDeadLink(sentence)
    forgetToken()
  }
  return (
    <SignInFrame title={screensText.login}>
      {state?.signedOutElsewhere && (
        <div className="above">
          <Notice kind="info">{loginText.signedOutElsewhere}</Notice>
        </div>
      )}
      {token !== undefined ? (
        <LoginLink key={token} token={token} onDead={onDead} onOther={forgetToken} />
      ) : request ? (
        <>
          {deadLink !== undefined && (
            <div className="above">
              <Notice kind="warning">{deadLink}</Notice>
            </div>
          )}
          <LoginCodeStep
            request={request}
            onOtherEmail={() => {
              setCorrected(request.email)
              keepCodeRequest(undefined)
            }}
          />
        </>
      ) : (
        <LoginEmailStep
          key={corrected ?? given}
          email={corrected ?? given ?? ''}
          focus={corrected !== undefined}
          before={
            deadLink !== undefined && (
              <Notice kind="warning">
                <p>{deadLink}</p>
                <p>{loginText.newCodeHint}</p>
              </Notice>
            )
          }
        />
      )}
    </SignInFrame>
  )
}

interface LoginLinkProps {
  readonly token: string
  /** The link is used, replaced or too old, in the server's words. */
  readonly onDead: (sentence: string) => void
  /** Someone would rather use a code. */
  readonly onOther: () => void
}

/** Says whose an email's link is, and signs in on a press. */
function LoginLink({ token, onDead, onOther }: LoginLinkProps) {
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
