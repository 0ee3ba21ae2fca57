import { useEffect, useRef, useState, type RefObject } from 'react'
import { CODE_LENGTH, formatCountdown } from '../../domain/identity/sign-in-code.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { CodeField } from './code-field.tsx'
import {
  keepCodeRequest,
  registeredName,
  requestNewCode,
  type CodeRequest,
} from '../session/code-request.ts'
import { endStoredSession } from '../session/stored-session.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { openSession } from './open-session.ts'
import { useSecondsLeft } from './seconds-left.ts'
import { t } from '../../text/sentences.ts'
import layout from '../ui/form/form.module.css'
import styles from '../session/sign-in-frame.module.css'

interface LoginCodeStepProps {
  readonly request: CodeRequest
  readonly onOtherEmail: () => void
}

/** The second step: the code out of the email. */
export function LoginCodeStep({ request, onOtherEmail }: LoginCodeStepProps) {
  const { email } = request
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const left = useSecondsLeft(request.expiresAt)
  const expired = left === 0

  useEffect(() => field.current?.focus(), [])
  const { sent, verifying, resending } = useCodeActions(request, code, setCode, field)
  const ready = code.length === CODE_LENGTH && !expired
  return (
    <>
      <form
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void verifying.run()
        }}
      >
        <CodeField
          ref={field}
          label={t.login.codeLabel({ email })}
          value={code}
          errors={expired ? [t.login.codeExpired] : verifyErrors(verifying.error)}
          onChange={setCode}
        />
        <div className={classNames('apart fine-print', styles['timing'])}>
          <span role="timer">{t.login.expiresIn({ time: formatCountdown(left) })}</span>
          <Resend
            at={request.resendAt}
            busy={resending.busy}
            onResend={() => void resending.run()}
          />
        </div>
        <Button
          type="submit"
          wide
          disabled={!ready}
          busy={verifying.busy}
          busyText={t.login.verifying}
        >
          {t.login.verify}
        </Button>
      </form>
      <div className={layout['outcome']}>
        {request.delayed && <Notice kind="warning">{t.login.delayed}</Notice>}
        {sent !== undefined && !request.delayed && !expired && (
          <Notice kind="success">{sent}</Notice>
        )}
        {resending.error && <Notice kind="error">{errorSentence(resending.error)}</Notice>}
      </div>
      <p className={classNames('apart', styles['ways'])}>
        <Button kind="link" onClick={onOtherEmail}>
          {t.login.otherEmail}
        </Button>
      </p>
    </>
  )
}

interface ResendProps {
  /** When another email may be requested, in milliseconds since 1970. */
  readonly at: number
  readonly busy: boolean
  readonly onResend: () => void
}

function Resend({ at, busy, onResend }: ResendProps) {
  const untilResend = useSecondsLeft(at)
  return (
    <span>
      <Button kind="link" disabled={untilResend > 0} busy={busy} onClick={onResend}>
        {t.login.resend}
      </Button>{' '}
      {untilResend > 0 && <span>{t.login.resendIn({ time: formatCountdown(untilResend) })}</span>}
    </span>
  )
}

/**
 * Verifies the code and requests another one. `sent` says what has become of the request until
 * something else is done.
 */
function useCodeActions(
  request: CodeRequest,
  code: string,
  setCode: (code: string) => void,
  field: RefObject<HTMLInputElement | null>,
) {
  const { email } = request
  const [sent, setSent] = useState<string | undefined>(t.login.codeSent)
  const verifying = useAction(async () => {
    setSent(undefined)
    resending.forgetError()
    try {
      const body = { email, otp: code, ...registeredName(email), ...emailLanguage() }
      openSession(await call('POST /api/auth/verify-otp', { body }), email)
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
      await requestNewCode(email)
    } catch (thrown) {
      endStoredSession()
      throw thrown
    }
    setCode('')
    setSent(t.login.codeSentAgain)
    field.current?.focus()
  })
  return { sent, verifying, resending }
}

/** Why a code was not taken, with how often another may be tried. */
function verifyErrors(error: ApiError | undefined): string[] {
  if (!error) return []
  const { triesLeft } = error
  const tries = triesLeft === undefined ? '' : t.login.attemptsLeft({ left: triesLeft })
  return [`${errorSentence(error)} ${tries}`.trim()]
}
