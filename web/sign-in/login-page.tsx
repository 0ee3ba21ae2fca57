import { useState } from 'react'
import { useHistoryState } from '../redirect.tsx'
import { Notice } from '../ui/notice.tsx'
import { keepCodeRequest, useCodeRequest } from './code-request.ts'
import { LoginCodeStep } from './login-code-step.tsx'
import { LoginEmailStep } from './login-email-step.tsx'
import { LoginLink } from './login-link.tsx'
import { useLinkToken } from './link-token.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Signing in: by the link of a letter, or by an address and then its code. */
export default function LoginPage() {
  const request = useCodeRequest()
  const [token, forgetToken] = useLinkToken()
  const [deadLink, setDeadLink] = useState<string>()
  const [corrected, setCorrected] = useState<string>()
  const given = useHistoryState<{ email?: string } | null>()?.email

  const onDead = (sentence: string) => {
    setDeadLink(sentence)
    forgetToken()
  }
  return (
    <SignInFrame title="Login">
      {token !== undefined ? (
        <LoginLink key={token} token={token} onDead={onDead} onOther={forgetToken} />
      ) : request ? (
        <>
          {deadLink !== undefined && <Notice kind="warning">{deadLink}</Notice>}
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
                <p>A link works once and for ten minutes. Enter your e-mail address to get a new code.</p>
              </Notice>
            )
          }
        />
      )}
    </SignInFrame>
  )
}
