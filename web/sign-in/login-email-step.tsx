import { navigate } from '../pages.tsx'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { isEmailAddress } from '../../domain/identity/sign-in-code.ts'
import { t } from '../../text/sentences.ts'
import { errorOf, type ApiError } from '../api.ts'
import { Link } from '../link.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { requestNewCode } from '../session/code-request.ts'
import { endStoredSession } from '../session/stored-session.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { Sentence } from '../ui/sentence.tsx'

import layout from '../ui/form/form.module.css'
import styles from '../session/sign-in-frame.module.css'

/** Fetched when the form is first touched: it can be seen without it. */
const loadError = () => import('./email-error.ts')

interface LoginEmailStepProps {
  /** What the field holds at first. */
  readonly email: string
  /** Whether the field takes the focus: someone came back to correct it. */
  readonly focus: boolean
  /** What to know before. */
  readonly before: ReactNode
}

/** The first step: whose code. */
export function LoginEmailStep({ email: given, focus, before }: LoginEmailStepProps) {
  const [email, setEmail] = useState(given)
  const field = useRef<HTMLInputElement>(null)
  const { sending, errors, forgetError } = useSendCode(email, field)
  // Nothing else is wrong with the address.
  const isUnknown = sending.error?.code === 'not_registered'
  useEffect(() => {
    // What the browser put back or filled in by itself, of which no event tells
    // (start/early-input.ts has what somebody typed).
    if (field.current?.value) setEmail(field.current.value)
    if (focus) field.current?.select()
  }, [focus])
  return (
    <>
      {before && <div className="above">{before}</div>}
      <form
        className="fields"
        noValidate
        onFocus={() => void loadError().catch(() => undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          void sending.run()
        }}
      >
        <Field label={t.login.email} name="email" errors={errors['email']}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                forgetError()
              }}
            />
          )}
        </Field>
        <div className="buttons">
          {isUnknown && <CreateAccount email={email.trim()} />}
          <Button
            type="submit"
            kind={isUnknown ? 'quiet' : 'primary'}
            wide
            disabled={email === ''}
            busy={sending.busy}
            busyText={t.login.sendingCode}
          >
            {t.login.sendCode}
          </Button>
        </div>
      </form>
      <div className={layout['outcome']}>
        {sending.error && !errors['email'] && <SendError error={sending.error} />}
      </div>
      {!isUnknown && <NoAccount />}
    </>
  )
}

const CreateAccount = ({ email }: { readonly email: string }) => (
  <Button wide onClick={() => navigate('/register', { state: { email } })}>
    {t.screens.register}
  </Button>
)

function NoAccount() {
  return (
    <p className={classNames('apart', styles['ways'])}>
      <Sentence
        text={t.login.noAccount}
        link={
          <Link href="/register" className="tap">
            {t.screens.register}
          </Link>
        }
      />
    </p>
  )
}

/** Requests a code for `email`; where that is no address, `field` gets the focus. */
function useSendCode(email: string, field: RefObject<HTMLInputElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const sending = useAction(async () => {
    // Not by the contract's schema, which uses the same two: it would bring zod along, a tenth of
    // what this page may weigh.
    const possible = isEmailAddress(email.trim())
    setErrors({})
    if (!possible) {
      const { emailError } = await loadError()
      setErrors({ email: [emailError()] })
      field.current?.focus()
      return
    }
    try {
      await requestNewCode(email.trim())
    } catch (thrown) {
      // Without telling the server (specification, section 7).
      endStoredSession()
      const { code, fields } = errorOf(thrown)
      setErrors(code === 'not_registered' ? { email: [t.login.notRegistered] } : fields)
      throw thrown
    }
  })
  const forgetError = () => {
    setErrors({})
    sending.forgetError()
  }
  return { sending, errors, forgetError }
}

/**
 * Why no code could be sent. That there is no account is said as the specification has it where the
 * server says what nobody knows; a failure says nothing of it.
 */
function SendError({ error }: { error: ApiError }) {
  return (
    <Notice kind="error">
      <p>{errorSentence(error)}</p>
      {error.status === 200 && <p>{t.login.ifNotRegistered({ error: t.login.notRegistered })}</p>}
    </Notice>
  )
}
