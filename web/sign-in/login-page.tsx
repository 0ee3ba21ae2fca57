import { useHistoryState, useMessage } from '../pages.tsx'
import { useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { keepCodeRequest, registeredName, useCodeRequest } from '../session/code-request.ts'
import type { EndOfSession } from '../session/stored-session.ts'
import { hasFormDraft } from '../ui/form/form-draft.ts'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'
import { useLinkToken } from '../session/link-token.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { t } from '../../text/sentences.ts'
import { call, type ApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { EmailLink } from '../session/email-link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { openSession } from './open-session.ts'
import styles from '../session/sign-in-frame.module.css'

/** Signing in: by the link of an email, or by an address and then its code. */
export function Component() {
  const request = useCodeRequest()
  const [token, forgetToken] = useLinkToken()
  const [deadLink, setDeadLink] = useState<string>()
  const [corrected, setCorrected] = useState<string>()
  const state = useHistoryState<{ email?: string }>()
  const given = state?.email
  const ended = useMessage<{ ended?: EndOfSession }>()?.ended

  const onDead = (sentence: string) => {
    setDeadLink(sentence)
    forgetToken()
  }
  return (
    <SignInFrame
      title={t.screens.login}
      lead={token === undefined && !request ? t.login.lead : undefined}
    >
      {ended && <SessionEnded how={ended} />}
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
                <p>{t.login.newCodeHint}</p>
              </Notice>
            )
          }
        />
      )}
    </SignInFrame>
  )
}

/** Says to whom was at work why they have to sign in, and that nothing is lost. */
function SessionEnded({ how }: { readonly how: EndOfSession }) {
  return (
    <div className="above">
      <Notice kind="info">
        <p>{how === 'elsewhere' ? t.login.signedOutElsewhere : t.session.ended}</p>
        {hasFormDraft() && <p>{t.login.typedIsKept}</p>}
      </Notice>
    </div>
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
        inspect={() => call('POST /api/auth/link', { body: { token } })}
        act={async ({ email }) => {
          const body = { token, ...registeredName(email), ...emailLanguage() }
          openSession(await call('POST /api/auth/authenticate', { body }), email)
        }}
        isDead={isDead}
        checking={t.ui.checkingLink}
        retry={t.login.retryLink}
      >
        {({ name, email }, press, busy) => (
          <>
            <p className="breakable">{t.login.linkOf({ email })}</p>
            <Button wide autoFocus busy={busy} onClick={press}>
              {t.login.signInAs({ name })}
            </Button>
          </>
        )}
      </EmailLink>
      <p className={classNames('apart', styles['ways'])}>
        <Button kind="link" onClick={onOther}>
          {t.login.useCode}
        </Button>
      </p>
    </>
  )
}
