import { useEffect, useState } from 'react'
import type { EmailState } from '../../contract/sign-in.ts'
import { MAX_NAME_LENGTH } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { type ApiError, call, errorSentence, toApiError } from '../api.ts'
import { emailLanguage, pageSentence } from '../language.ts'
import { Link } from '../link.tsx'
import { usePage } from '../page-context.ts'
import { navigate, useHistoryState } from '../pages.tsx'
import { Field } from '../ui/form/form.tsx'
import { Form, SubmitButton } from '../ui/form/send-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sentence } from '../ui/time.tsx'
import { keepRegisteredName, keepSentCode } from './code-request.ts'
import { MailboxNotice, SignInFrame } from './sign-in-frame.tsx'

/** The success is shown this long before the login follows (specification, section 9). */
const REDIRECT_MS = 3_000

interface Done {
  readonly message: string
  readonly email: string
}

export function Component() {
  const [done, setDone] = useState<Done>()
  const [failure, setFailure] = useState<ApiError>()
  const { hasApproval } = usePage()
  const knownEmail = useHistoryState<{ email?: string }>()?.email
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(
      () => void navigate('/login', { state: { email: done.email } }),
      REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [done])
  const register = async (fields: Readonly<Record<string, string>>) => {
    setFailure(undefined)
    const [name = '', email = ''] = [fields['name'], fields['email']?.trim()]
    try {
      const body = { name, email, ...emailLanguage() }
      const response: { message?: string; data?: Partial<EmailState> } = await call(
        'POST /api/auth/register',
        { body },
      )
      // The email holds the code too: the login opens at the field for it.
      keepSentCode(email, { ...response.data, proposed_name: name })
      keepRegisteredName({ email, name })
      setDone({ message: pageSentence(response.message, t.register.registered), email })
    } catch (thrown) {
      setFailure(toApiError(thrown))
      throw thrown
    }
  }
  return (
    <SignInFrame
      title={t.screens.register}
      lead={hasApproval ? t.register.approval : t.register.lead}
      below={done && <MailboxNotice />}
      ways={
        <span>
          <Sentence text={t.register.toLogin} link={<Link href="/login">{t.screens.login}</Link>} />
        </span>
      }
    >
      <Form className="fields" values={{ email: knownEmail ?? '' }} onSend={register}>
        <Field
          label={t.register.name}
          name="name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          required
        />
        <Field label={t.login.email} name="email" type="email" autoComplete="email" required />
        <SubmitButton wide disabled={done !== undefined} busyText={t.register.registering}>
          {t.register.register}
        </SubmitButton>
      </Form>
      <div className="outcome">
        {failure && <RegisterError error={failure} />}
        {done && <Notice kind="success">{done.message}</Notice>}
      </div>
    </SignInFrame>
  )
}

/** Says the specification's sentence first, then what happened; a limit comes before both. */
function RegisterError({ error }: { readonly error: ApiError }) {
  const sentences =
    error.code === 'already_registered'
      ? [t.register.failed]
      : error.status === 429
        ? [errorSentence(error), t.register.failed]
        : [t.register.failed, t.register.ifNotRegistered({ error: errorSentence(error) })]
  return (
    <Notice kind="error" isOutcome>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
