import { navigate } from '../pages.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createAccessTokenBody } from '../../contract/access-token.ts'
import {
  ACCESS_SCOPES,
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  RECENT_SIGN_IN_MINUTES,
} from '../../domain/identity/sign-in-code.ts'
import { call } from '../api.ts'
import { now } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/form/select.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { sessionsQuery } from './user-data-queries.ts'
import { NewToken } from './new-token.tsx'
import styles from './account.module.css'
import { t } from '../../text/sentences.ts'
import { signOut } from '../session/session-state.ts'
import { storedSession } from '../session/stored-session.ts'

/** Creates a token and shows it this once, unless it is the one revoked last. */
export function AccessTokenForm({ revoked }: { readonly revoked: number | undefined }) {
  const client = useQueryClient()
  const [made, setMade] = useState<{ id: number; name: string; token: string }>()
  const { form, errors, busy, error } = useForm({
    check: ({ expires_in_days: days, ...fields }) =>
      checkForm(createAccessTokenBody, { ...fields, expires_in_days: Number(days) }),
    send: async (body, element) => {
      const { token, data } = await call('POST /api/auth/access-tokens', { body })
      setMade({ id: data.id, name: data.name, token })
      element.reset()
      refresh(client, 'access-tokens')
    },
  })
  const needsSignIn = useOldSession() || error?.code === 'sign_in_again'
  if (needsSignIn && !made) return <SignInAgain />
  return (
    <>
      <form {...form} className={classNames('pairs above', styles['form'])}>
        <TokenFields errors={errors} />
        <Button type="submit" kind="quiet" busy={busy} busyText={t.accessTokens.creating}>
          {t.accessTokens.create}
        </Button>
      </form>
      {error && <Notice kind="error">{error.message}</Notice>}
      {made && made.id !== revoked && (
        <NewToken
          key={made.token}
          name={made.name}
          token={made.token}
          onDone={() => setMade(undefined)}
        />
      )}
    </>
  )
}

function TokenFields({ errors }: { readonly errors: FieldErrors }) {
  return (
    <>
      <div className="whole">
        <Field label={t.accessTokens.name} name="name" errors={errors['name']}>
          {(control) => (
            <input
              {...control}
              placeholder={t.accessTokens.nameExample}
              maxLength={60}
              autoComplete="off"
              required
            />
          )}
        </Field>
      </div>
      <Select
        label={t.accessTokens.permission}
        name="scope"
        values={ACCESS_SCOPES}
        textOf={(scope) => t.accessTokens.scopes[scope]}
        errors={errors['scope']}
      />
      <Field
        label={t.accessTokens.life}
        name="expires_in_days"
        hint={t.accessTokens.lifeHint({ mostDays: MAX_TOKEN_DAYS })}
        errors={errors['expires_in_days']}
      >
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            defaultValue={DEFAULT_TOKEN_DAYS}
            required
          />
        )}
      </Field>
    </>
  )
}

/**
 * Whether this session began too long ago to create a token with; the server decides, this only
 * saves typing in vain.
 */
function useOldSession(): boolean {
  const { data } = useResponse(sessionsQuery())
  const current = data?.data.find((session) => session.current)
  return (
    current !== undefined &&
    now().getTime() - Date.parse(current.created_at) > RECENT_SIGN_IN_MINUTES * 60_000
  )
}

/**
 * Stands in the place of the form where the sign-in is too old to create a token, and leads back
 * after a new one.
 */
function SignInAgain() {
  const leave = () => {
    const email = storedSession()?.email
    signOut()
    navigate('/login', { state: { from: '/account', email } })
  }
  return (
    <div className="above">
      <p className="above">{t.accessTokens.signInRecently({ minutes: RECENT_SIGN_IN_MINUTES })}</p>
      <Button kind="quiet" onClick={leave}>
        {t.accessTokens.signIn}
      </Button>
    </div>
  )
}
