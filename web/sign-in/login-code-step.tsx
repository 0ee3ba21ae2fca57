import { useEffect, useRef, useState } from 'react'
import { verifyCode } from '../../contract/sign-in.ts'
import { CODE_LENGTH, formatCountdown } from '../../domain/sign-in-code.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { clearSession } from '../session/session-state.ts'
import { CodeField } from './code-field.tsx'
import { askForCode, keepCodeRequest, type CodeRequest } from '../session/code-request.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { openSession } from './open-session.ts'
import { useSecondsLeft } from './seconds-left.ts'
import { loginText } from '../text/en/sign-in.ts'
import styles from '../session/sign-in-frame.module.css'

interface LoginCodeStepProps {
  readonly request: CodeRequest
  readonly onOtherEmail: () => void
}

/** The second step: the code out of the email. */
export function LoginCodeStep({ request, onOtherEmail }: LoginCodeStepProps) {
  const { email } = request
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<string | undefined>(loginText.codeSent)
  const field = useRef<HTMLInputElement>(null)
  const left = useSecondsLeft(request.expiresAt)
  const untilResend = useSecondsLeft(request.resendAt)
  const expired = left === 0

  useEffect(() => field.current?.focus(), [])
  const verifying = useAction(async () => {
    setSent(undefined)
    resending.forgetError()
    try {
      openSession(await call(verifyCode, { body: { email, otp: code } }), email)
    } catch (thrown) {
      // The server's clock decides, whatever this device's one says.
      if (errorOf(thrown).code === 'code_expired') keepCodeRequest({ ...request, expiresAt: 0 })
      field.current?.select()
      throw thrown
    }
  })
  const resending = useAction(async () => {
    verifying.forgetError()
    setSent(undefined)
    try {
      await askForCode(email)
    } catch (thrown) {
      clearSession()
      throw thrown
    }
    setCode('')
    setSent(loginText.codeSentAgain)
    field.current?.focus()
  })
  const ready = code.length === CODE_LENGTH && !expired
  return (
    <>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void verifying.run()
        }}
      >
        <CodeField
          ref={field}
          label={loginText.codeLabel(email)}
          value={code}
          invalid={verifying.error !== undefined && !expired}
          onChange={setCode}
        />
        <div className={styles['timing']}>
          <span role="timer">{loginText.expiresIn(formatCountdown(left))}</span>
          <span className={styles['resend']}>
            <Button
              kind="link"
              disabled={untilResend > 0}
              busy={resending.busy}
              onClick={() => void resending.run()}
            >
              {loginText.resend}
            </Button>
            {untilResend > 0 && <span>{loginText.resendIn(formatCountdown(untilResend))}</span>}
          </span>
        </div>
        <Button type="submit" wide disabled={!ready} busy={verifying.busy} busyText={loginText.verifying}>
          {loginText.verify}
        </Button>
      </form>
      <div className={styles['alerts']}>
        {request.delayed && <Notice kind="warning">{loginText.delayed}</Notice>}
        {sent !== undefined && !request.delayed && !expired && <Notice kind="success">{sent}</Notice>}
        {expired && <Notice kind="error">{loginText.codeExpired}</Notice>}
        {verifying.error && verifying.error.message !== loginText.codeExpired && (
          <VerifyError error={verifying.error} />
        )}
        {resending.error && <Notice kind="error">{errorSentence(resending.error)}</Notice>}
      </div>
      <p className={styles['ways']}>
        <Button kind="link" onClick={onOtherEmail}>
          {loginText.otherEmail}
        </Button>
      </p>
    </>
  )
}

function VerifyError({ error }: { error: ApiError }) {
  const { triesLeft } = error
  return (
    <Notice kind="error">
      <p>{errorSentence(error)}</p>
      {triesLeft !== undefined && <p>{loginText.attemptsLeft(triesLeft)}</p>}
    </Notice>
  )
}
