import { useState } from 'react'
import { useHistoryState } from '../redirect.tsx'
import { Notice } from '../ui/notice.tsx'
import { keepCodeRequest, useCodeRequest } from '../session/code-request.ts'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'
import { LoginLink } from './login-link.tsx'
import { useLinkToken } from '../session/link-token.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { screensText } from '../text/en/screens.ts'
import { loginText } from '../text/en/sign-in.ts'

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
