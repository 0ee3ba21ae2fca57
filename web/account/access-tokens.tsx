import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AccessToken } from '../../contract/access-token.ts'
import {
  ACCESS_SCOPES,
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  RECENT_SIGN_IN_MINUTES,
} from '../../domain/identity/account.ts'
import { publisherName, publishers, RATE_KINDS } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError } from '../api.ts'
import { now } from '../page-context.ts'
import { navigate } from '../pages.tsx'
import { refresh, useResponse } from '../queries.ts'
import { signOut } from '../session/session-state.ts'
import { storedSession } from '../session/stored-session.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { ListStates } from '../ui/list.tsx'
import { Item, useChanges } from '../ui/items.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { ColomboMinute, Sentence, TimeFact } from '../ui/time.tsx'
import styles from '../session/session.module.css'
import { accessTokensQuery, isExpired, sessionsQuery } from './session-list.tsx'

export function AccessTokens() {
  const query = useResponse(accessTokensQuery())
  const [confirming, setConfirming] = useState<AccessToken>()
  const [revoked, setRevoked] = useState<number>()
  const tokens = query.data?.data ?? []
  const changes = useChanges(['access-tokens'])
  const revoke = async ({ id }: AccessToken) => {
    await call('DELETE /api/auth/access-tokens/:id', { params: { id: String(id) } })
    setRevoked(id)
    showToast({ text: t.accessTokens.revoked })
  }
  return (
    <Card
      title={t.accessTokens.title}
      lead={
        <Sentence text={t.accessTokens.about} api={<a href="/api/docs">{t.accessTokens.api}</a>} />
      }
    >
      <TokenForm revoked={revoked} />
      <ListStates
        query={query}
        failure={changes.failure}
        rows={2}
        empty={tokens.length === 0 && t.accessTokens.none}
      >
        <ul className="ruled" aria-busy={query.isFetching}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={() => setConfirming(token)} />
          ))}
        </ul>
      </ListStates>
      {confirming && (
        <ConfirmDialog
          question={t.accessTokens.revokeQuestion({ name: confirming.name })}
          confirmText={t.accessTokens.revoke}
          onConfirm={() => changes.make(() => revoke(confirming))}
          onClose={() => setConfirming(undefined)}
        >
          <p>{t.accessTokens.revokeConsequences}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface TokenItemProps {
  readonly token: AccessToken
  readonly onRevoke: () => void
}

function TokenItem({ token, onRevoke }: TokenItemProps) {
  const { accessTokens } = t
  const end = isExpired(token) ? accessTokens.expiredAt : accessTokens.expiresAt
  const facts = (
    <>
      <span>{accessTokens.scopes[token.scope]}</span>
      {token.publishers.length + token.kinds.length > 0 && (
        <span>
          {accessTokens.only({
            rates: [
              ...token.publishers.map(publisherText),
              ...token.kinds.map((kind) => t.kindNames[kind]),
            ].join(', '),
          })}
        </span>
      )}
      <TimeFact text={accessTokens.created} instant={token.created_at} />
      <TimeFact text={end} instant={token.expires_at} />
      <span>
        {token.last_used_at === null ? (
          accessTokens.neverUsed
        ) : (
          <Sentence
            text={accessTokens.lastUsed}
            time={<ColomboMinute instant={token.last_used_at} />}
            device={token.last_used_device}
            address={token.last_used_ip}
          />
        )}
      </span>
    </>
  )
  return (
    <Item
      id={token.id}
      name={
        <>
          <strong>{token.name}</strong>
          {isExpired(token) && <Badge tone="warning">{accessTokens.expired}</Badge>}
        </>
      }
      facts={facts}
    >
      <Button kind="link" aria-label={`${accessTokens.revoke} ${token.name}`} onClick={onRevoke}>
        {accessTokens.revoke}
      </Button>
    </Item>
  )
}

function TokenForm({ revoked }: { readonly revoked: number | undefined }) {
  const client = useQueryClient()
  const [created, setCreated] = useState<{ id: number; name: string; token: string }>()
  const [isTooLate, setTooLate] = useState(false)
  const sessions = useResponse(sessionsQuery()).data?.data ?? []
  // The server decides; this only saves the user from typing in vain.
  const isOld = sessions.some(
    ({ current, created_at }) =>
      current && now().getTime() - Date.parse(created_at) > RECENT_SIGN_IN_MINUTES * 60_000,
  )
  const create = async (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => {
    const body = {
      name: fields['name'] ?? '',
      scope: fields['scope'] as AccessToken['scope'],
      publishers: fields['publisher'] ? [fields['publisher']] : [],
      kinds: RATE_KINDS.filter((kind) => kind === fields['kind']),
      expires_in_days: Number(fields['expires_in_days']),
    }
    try {
      const { token, data } = await call('POST /api/auth/access-tokens', { body })
      setCreated({ id: data.id, name: data.name, token })
    } catch (thrown) {
      setTooLate(toApiError(thrown).code === 'sign_in_again')
      throw thrown
    }
    form.reset()
    refresh(client, 'access-tokens')
  }
  if ((isOld || isTooLate) && !created) return <SignInAgain />
  return (
    <>
      <Form className={`pairs mb ${styles['form']}`} onSend={create}>
        <TokenFields key={created?.id} />
        <SubmitButton kind="quiet" busyText={t.accessTokens.creating}>
          {t.accessTokens.create}
        </SubmitButton>
        <FormError />
      </Form>
      {created && created.id !== revoked && (
        <NewToken key={created.id} {...created} onDone={() => setCreated(undefined)} />
      )}
    </>
  )
}

const publisherText = (id: string) =>
  id === '' ? t.accessTokens.allBanks : id === 'main' ? t.banks.choice : publisherName(id)

/** With a new key, the fields begin again. */
function TokenFields() {
  const [scope, setScope] = useState<AccessToken['scope']>(ACCESS_SCOPES[0])
  const mayWrite = scope === 'write'
  return (
    <>
      <div className="full-row">
        <Field
          label={t.accessTokens.name}
          name="name"
          placeholder={t.accessTokens.nameExample}
          maxLength={60}
          autoComplete="off"
          required
        />
      </div>
      <Select
        label={t.accessTokens.permission}
        name="scope"
        values={ACCESS_SCOPES}
        textOf={(each) => t.accessTokens.scopes[each]}
        onValue={setScope}
      />
      {mayWrite && (
        <Select
          label={t.accessTokens.mayChange}
          name="kind"
          values={['', ...RATE_KINDS]}
          textOf={(kind) => (kind === '' ? t.accessTokens.allKinds : t.kindNames[kind])}
        />
      )}
      {mayWrite && publishers().length > 0 && (
        <Select
          label={t.accessTokens.ratesOf}
          name="publisher"
          values={['', 'main', ...publishers().map(({ id }) => id)]}
          textOf={publisherText}
        />
      )}
      <Field
        label={t.accessTokens.life}
        name="expires_in_days"
        hint={t.accessTokens.lifeHint({ mostDays: MAX_TOKEN_DAYS })}
        type="number"
        min={1}
        max={MAX_TOKEN_DAYS}
        defaultValue={DEFAULT_TOKEN_DAYS}
        required
      />
    </>
  )
}

function SignInAgain() {
  const leave = () => {
    void navigate('/login', { state: { from: '/account', email: storedSession()?.email } })
    signOut()
  }
  return (
    <div className="mb">
      <p className="mb">{t.accessTokens.signInRecently({ minutes: RECENT_SIGN_IN_MINUTES })}</p>
      <Button kind="quiet" onClick={leave}>
        {t.accessTokens.signIn}
      </Button>
    </div>
  )
}

interface NewTokenProps {
  readonly name: string
  readonly token: string
  readonly onDone: () => void
}

/** The server stores only the token's hash, so it cannot be shown again. */
function NewToken({ name, token, onDone }: NewTokenProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <Notice kind="success">
      <p>{t.accessTokens.copyNow({ name })}</p>
      <input
        ref={field}
        className={`control ${styles['secret']}`}
        aria-label={t.accessTokens.secretLabel({ name })}
        readOnly
        value={token}
        onFocus={(event) => event.target.select()}
      />
      <div className="buttons">
        <CopyButton figure={token} kind="quiet">
          {t.accessTokens.copy}
        </CopyButton>
        <Button kind="quiet" onClick={onDone}>
          {t.accessTokens.done}
        </Button>
      </div>
    </Notice>
  )
}
