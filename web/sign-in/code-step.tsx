import { useEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { CODE_LENGTH, formatCountdown, normaliseCode } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { type ApiError, call, errorSentence, toApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { endStoredSession } from '../session/stored-session.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Field, useFormState } from '../ui/form/form.tsx'
import { Form, SubmitButton } from '../ui/form/send-form.tsx'
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
import styles from '../session/session.module.css'

interface CodeStepProps {
  readonly request: CodeRequest
  readonly onRequest: (request: CodeRequest) => void
}

export function CodeStep({ request, onRequest }: CodeStepProps) {
  const { email, proposedName } = request
  const field = useRef<HTMLInputElement>(null)
  const { code, setCode, sent, failure, verify, resending } = useCode(request, onRequest, field)
  const expired = useSecondsLeft(request.expiresAt) === 0
  useEffect(() => field.current?.focus(), [])
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
          known={proposedName === undefined ? undefined : registeredName(email)}
          proposed={proposedName}
        />
        <div className={`spread fine-print ${styles['countdown']}`}>
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
        {expired && <Notice kind="error">{t.login.codeExpired}</Notice>}
        {sent !== undefined && !request.delayed && !expired && (
          <Notice kind="success">{sent}</Notice>
        )}
        <CodeError error={resending.error ?? failure} />
      </div>
    </>
  )
}

function useCode(
  request: CodeRequest,
  onRequest: (request: CodeRequest) => void,
  field: RefObject<HTMLInputElement | null>,
) {
  const { email } = request
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<string | undefined>(t.login.codeSent)
  const [failure, setFailure] = useState<ApiError>()
  const forget = () => {
    setSent(undefined)
    setFailure(undefined)
    resending.forgetError()
  }
  const verify = async (fields: Readonly<Record<string, string>>) => {
    forget()
    const name = registeredName(email) ?? fields['name']
    const body = { email, otp: code, ...(name && { name }), ...emailLanguage() }
    try {
      openSession(await call('POST /api/auth/verify-otp', { body }), email)
    } catch (thrown) {
      const error = toApiError(thrown)
      field.current?.select()
      // The server's clock decides, whatever this device's clock says.
      if (error.code === 'code_expired') {
        keepCodeRequest(undefined)
        onRequest({ ...request, expiresAt: 0 })
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
  return { code, setCode, sent, failure, verify, resending }
}

function CodeError({ error }: { readonly error: ApiError | undefined }) {
  if (!error) return null
  return (
    <Notice kind="error">
      {errorSentence(error)}{' '}
      {error.triesLeft !== undefined && t.login.attemptsLeft({ left: error.triesLeft })}
    </Notice>
  )
}

function Countdown({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until)
  return <span role="timer">{t.login.expiresIn({ time: formatCountdown(left) })}</span>
}

interface ResendProps {
  /** In milliseconds since 1970. */
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
  readonly fieldRef: Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (code: string) => void
}

export function CodeField({ fieldRef, label, value, isWrong, onChange }: CodeFieldProps) {
  const { errors } = useFormState()
  return (
    <Field label={label} name="otp">
      {(control) => (
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

function codeIn(pasted: string): string {
  const code = normaliseCode(pasted)
  return /(?<!\d)\d{6}(?!\d)/.exec(code)?.[0] ?? code
}
