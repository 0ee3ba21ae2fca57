import { useEffect, useRef, useState } from 'react'
import { CODE_LENGTH, formatCountdown, normaliseCode } from '../../domain/identity/sign-in-code.ts'
import { t } from '../../text/sentences.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { endStoredSession } from '../session/stored-session.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Field, Form, SubmitButton, useFormState } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import {
  keepCodeRequest,
  openSession,
  registeredName,
  requestCode,
  useSecondsLeft,
  type CodeRequest,
} from './code-request.ts'
import { SignInName } from './sign-in-frame.tsx'
import styles from './sign-in.module.css'

interface CodeStepProps {
  readonly request: CodeRequest
  readonly onRequest: (request: CodeRequest) => void
}

/** The second step of the login: the code in the email. */
export function CodeStep({ request, onRequest }: CodeStepProps) {
  const { email, proposedName } = request
  const known = registeredName(email)
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<string | undefined>(t.login.codeSent)
  const [failure, setFailure] = useState<ApiError>()
  const field = useRef<HTMLInputElement>(null)
  const expired = useSecondsLeft(request.expiresAt) === 0
  useEffect(() => field.current?.focus(), [])

  const verify = async (fields: Readonly<Record<string, string>>) => {
    setSent(undefined)
    setFailure(undefined)
    resending.forgetError()
    const name = known ?? fields['name']
    const body = { email, otp: code, ...(name && { name }), ...emailLanguage() }
    try {
      openSession(await call('POST /api/auth/verify-otp', { body }), email)
    } catch (thrown) {
      const error = errorOf(thrown)
      field.current?.select()
      // The server's clock decides, whatever this device's clock says.
      if (error.code === 'code_expired') {
        const expiredRequest = { ...request, expiresAt: 0 }
        keepCodeRequest(expiredRequest)
        onRequest(expiredRequest)
      } else if (Object.keys(error.fields).length === 0) setFailure(error)
      throw thrown
    }
  }
  const resending = useAction(async () => {
    setSent(undefined)
    setFailure(undefined)
    try {
      onRequest(await requestCode(email))
    } catch (thrown) {
      endStoredSession()
      throw thrown
    }
    setCode('')
    setSent(t.login.codeSentAgain)
    field.current?.focus()
  })
  const problem = resending.error ?? failure
  return (
    <>
      <Form className="fields" onSend={verify}>
        <CodeField
          fieldRef={field}
          label={t.login.codeLabel({ email })}
          value={code}
          isWrong={expired || failure?.code === 'code_wrong'}
          onChange={setCode}
        />
        <SignInName
          known={proposedName === undefined ? undefined : known}
          proposed={proposedName}
        />
        <div className="apart fine-print">
          <Countdown until={request.expiresAt} />
          <Resend
            at={request.resendAt}
            busy={resending.busy}
            onResend={() => void resending.run()}
          />
        </div>
        <SubmitButton
          wide
          disabled={code.length !== CODE_LENGTH || expired}
          busyText={t.login.verifying}
        >
          {t.login.verify}
        </SubmitButton>
      </Form>
      <div className="outcome">
        {request.delayed && <Notice kind="warning">{t.login.delayed}</Notice>}
        {expired ? (
          <Notice kind="error">{t.login.codeExpired}</Notice>
        ) : (
          sent !== undefined && !request.delayed && <Notice kind="success">{sent}</Notice>
        )}
        {problem && (
          <Notice kind="error">
            {errorSentence(problem)}{' '}
            {problem.triesLeft !== undefined && t.login.attemptsLeft({ left: problem.triesLeft })}
          </Notice>
        )}
      </div>
    </>
  )
}

function Countdown({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until)
  return <span role="timer">{t.login.expiresIn({ time: formatCountdown(left) })}</span>
}

interface ResendProps {
  /** When another email may be requested, in milliseconds since 1970. */
  readonly at: number
  readonly busy: boolean
  readonly onResend: () => void
}

function Resend({ at, busy, onResend }: ResendProps) {
  const left = useSecondsLeft(at)
  return (
    <span>
      <Button kind="link" disabled={left > 0} busy={busy} onClick={onResend}>
        {t.login.resend}
      </Button>
      {left > 0 && ` ${t.login.resendIn({ time: formatCountdown(left) })}`}
    </span>
  )
}

interface CodeFieldProps {
  readonly fieldRef: React.Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (code: string) => void
}

/** Takes a code that is typed, pasted with text around it, or filled in by the phone. */
export function CodeField({ fieldRef, label, value, isWrong, onChange }: CodeFieldProps) {
  const { errors } = useFormState()
  return (
    <Field label={label} name="otp">
      {({ defaultValue: _, ...control }) => (
        <input
          {...control}
          ref={fieldRef}
          className={`control ${styles['code']}`}
          aria-invalid={isWrong || errors['otp'] !== undefined || undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t.login.codePlaceholder}
          maxLength={CODE_LENGTH}
          value={value}
          onChange={({ target }) => onChange(normaliseCode(target.value).slice(0, CODE_LENGTH))}
          onPaste={(event) => {
            const pasted = codeIn(event.clipboardData.getData('text'))
            // A part of a code goes to the cursor. `maxLength` would cut "123 456".
            if (pasted.length < CODE_LENGTH) return
            event.preventDefault()
            onChange(pasted.slice(0, CODE_LENGTH))
          }}
        />
      )}
    </Field>
  )
}

/** Returns the one group of six digits in a pasted text, or all of it. */
function codeIn(pasted: string): string {
  const code = normaliseCode(pasted)
  return /(?<!\d)\d{6}(?!\d)/.exec(code)?.[0] ?? code
}
