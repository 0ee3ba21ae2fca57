import { navigate, useHistoryState } from '../pages.tsx'
import { useEffect, useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { EmailState } from '../../contract/sign-in.ts'
import { call, type ApiError } from '../api.ts'
import { emailLanguage, saidInLanguage } from '../language.ts'
import { Link } from '../link.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { keepRegisteredName, keepSentCode } from '../session/code-request.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { t } from '../../text/sentences.ts'

import layout from '../ui/form/form.module.css'
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
export function Component() {
  const { form, errors, busy, error, done } = useRegistration()
  const given = useHistoryState<{ email?: string }>()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(
      () => navigate('/login', { state: { email: done.email } }),
      REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [done, navigate])
  return (
    <SignInFrame title={t.screens.register} lead={t.register.lead}>
      <form className="fields" onFocus={() => void loadCheck().catch(() => undefined)} {...form}>
        <Field label={t.register.name} name="name" errors={errors['name']}>
          {(control) => <input {...control} autoComplete="name" required />}
        </Field>
        <Field
          label={t.login.email}
          name="email"
          errors={isTaken(error) ? [t.register.failed] : errors['email']}
        >
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="email"
              defaultValue={given?.email}
              required
            />
          )}
        </Field>
        <Button
          type="submit"
          wide
          disabled={done !== undefined}
          busy={busy}
          busyText={t.register.registering}
        >
          {t.register.register}
        </Button>
      </form>
      <div className={layout['outcome']}>
        {error && !isTaken(error) && <RegisterError error={error} />}
        {done && <Notice kind="success">{done.message}</Notice>}
      </div>
      <p className={classNames('apart', styles['ways'])}>
        <Link href="/login" className="tap">
          {t.register.toLogin}
        </Link>
      </p>
    </SignInFrame>
  )
}

/** The form that creates an account, and what became of it. */
function useRegistration() {
  const [done, setDone] = useState<Done>()
  const form = useForm({
    // Where the check cannot be loaded, the server's own is enough.
    check: (given) =>
      loadCheck().then(
        ({ checkRegistration }) => checkRegistration(given),
        () => ({ input: given as InputOf<'POST /api/auth/register'>['body'] }),
      ),
    send: async (input) => {
      const email = input.email.trim()
      const response: { message?: string; data?: Partial<EmailState> } = await call(
        'POST /api/auth/register',
        {
          body: { ...input, ...emailLanguage() },
        },
      )
      // The code is in the same email as the link: the login page goes straight to the field for
      // it.
      keepSentCode(email, response.data)
      keepRegisteredName({ email, name: input.name })
      setDone({ message: saidInLanguage(response.message, t.register.registered), email })
    },
  })
  return { ...form, done }
}

const isTaken = (error: ApiError | undefined) => error?.code === 'already_registered'

function RegisterError({ error }: { error: ApiError }) {
  return (
    <Notice kind="error">
      <p>{t.register.failed}</p>
      <p>
        {error.code === 'forbidden'
          ? errorSentence(error)
          : t.register.ifNotRegistered({ error: errorSentence(error) })}
      </p>
    </Notice>
  )
}
