import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from '../router.tsx'
import { register } from '../../contract/sign-in.ts'
import type { EmailState } from '../../contract/schema/sign-in.schema.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { EMAIL_LANGUAGE, saidInLanguage } from '../language/page-language.ts'
import { Link } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { focusFirstWrong } from '../ui/form/focus-first-wrong.ts'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { keepSentCode } from '../session/code-request.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { registerText } from '../text/en/sign-in.ts'
import styles from '../session/sign-in-frame.module.css'

/** How long the success is shown before the login page follows (specification, section 9). */
const REDIRECT_MS = 3_000

interface Done {
  readonly message: string
  readonly email: string
}

/** Fetched when the form is first touched: it can be seen without it. */
const loadCheck = () => import('./register-check.ts')

/** Making an account. */
export default function RegisterPage() {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { registering, errors, done } = useRegistration(form)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/login', { state: { email: done.email } }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [done, navigate])
  return (
    <SignInFrame title={registerText.title}>
      <form
        ref={form}
        className={styles['form']}
        noValidate
        onFocus={() => void loadCheck().catch(() => undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          void registering.run({ name: textOf(data, 'name'), email: textOf(data, 'email') })
        }}
      >
        <Field label={registerText.name} name="name" errors={errors['name']}>
          {(control) => <input {...control} autoComplete="name" required />}
        </Field>
        <Field label={registerText.email} name="email" errors={errors['email']}>
          {(control) => <input {...control} type="email" autoComplete="email" required />}
        </Field>
        <Button
          type="submit"
          wide
          disabled={done !== undefined}
          busy={registering.busy}
          busyText={registerText.registering}
        >
          {registerText.register}
        </Button>
      </form>
      <div className={styles['alerts']}>
        {registering.error && <RegisterError error={registering.error} />}
        {done && <Notice kind="success">{done.message}</Notice>}
      </div>
      <p className={styles['ways']}>
        <Link href="/login">{registerText.toLogin}</Link>
      </p>
    </SignInFrame>
  )
}

/** Checks what was filled in and creates the account; the first wrong field of `form` gets the focus. */
function useRegistration(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [done, setDone] = useState<Done>()
  const registering = useAction(async (given: { name: string; email: string }) => {
    // Where the check cannot be loaded, the server's own is enough.
    const checked = await loadCheck().then(
      ({ checkRegistration }) => checkRegistration(given),
      () => ({ input: given, errors: undefined }),
    )
    const { errors: wrong = {} } = checked
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (checked.errors) return
    try {
      const email = given.email.trim()
      const response: { message?: string; data?: Partial<EmailState> } = await call(register, {
        body: { ...checked.input, ...EMAIL_LANGUAGE },
      })
      // The code is in the same email as the link: the login page goes straight to the field for it.
      keepSentCode(email, response.data)
      setDone({ message: saidInLanguage(response.message, registerText.registered), email })
    } catch (thrown) {
      setErrors(errorOf(thrown).fields)
      throw thrown
    }
  })
  return { registering, errors, done }
}

function RegisterError({ error }: { error: ApiError }) {
  const registered = error.code === 'already_registered'
  return (
    <Notice kind="error">
      <p>{registerText.failed}</p>
      {!registered && (
        <p>
          {error.code === 'forbidden'
            ? errorSentence(error)
            : registerText.ifNotRegistered(errorSentence(error))}
        </p>
      )}
    </Notice>
  )
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
