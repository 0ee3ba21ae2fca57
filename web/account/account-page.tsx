import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../contract/sign-in.ts'
import { MAX_NAME_LENGTH } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { download } from '../download.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { navigate } from '../pages.tsx'
import { refresh, useResponse } from '../queries.ts'
import { userQuery } from '../session/session-state.ts'
import { endStoredSession, storedSession, storeSession } from '../session/stored-session.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/form/form.tsx'
import { DialogActions, Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { showToast, ToastHost } from '../ui/toast.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import { AccessTokens } from './access-tokens.tsx'
import { accessTokensQuery, SessionList, sessionsQuery } from './session-list.tsx'

export const loader = () => [userQuery(), sessionsQuery(), accessTokensQuery()]

export function Component() {
  const query = useResponse(userQuery())
  const user = query.data?.data.user
  return (
    <>
      <PageTitle lead={t.account.lead}>{t.screens.account}</PageTitle>
      <div className="stack settings">
        <Card title={t.account.profile}>
          <ConnectionNotice queries={[query]} />
          {!user && query.isFetching && <Skeleton rows={2} />}
          {user && <Profile key={user.id} user={user} />}
        </Card>
        <SessionList />
        <AccessTokens />
        <DownloadData />
        {user && <CloseAccount email={user.email} />}
      </div>
      <ToastHost />
    </>
  )
}

function Profile({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const save = async (fields: Readonly<Record<string, string>>) => {
    const body = { name: fields['name'] ?? '' }
    const { name } = (await call('POST /api/auth/user/name', { body })).data.user
    const session = storedSession()
    if (session) storeSession({ ...session, name })
    refresh(client, 'user')
    showToast({ text: t.account.nameChanged })
  }
  return (
    <>
      <dl className="mb">
        <dt className="fine-print">{t.account.email}</dt>
        <dd className="breakable">{user.email}</dd>
      </dl>
      <Form className="wrap form-line" values={{ name: user.name }} onSend={save}>
        <Field
          label={t.account.name}
          name="name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          required
        />
        <SubmitButton kind="quiet" busyText={t.account.saving}>
          {t.account.saveName}
        </SubmitButton>
        <FormError />
      </Form>
    </>
  )
}

function DownloadData() {
  const fetching = useAction(() => download('GET /api/auth/user/export', {}, 'my-data.json'))
  return (
    <Card title={t.account.data} lead={t.account.aboutData}>
      <div>
        <Button
          kind="quiet"
          busy={fetching.busy}
          busyText={t.account.preparing}
          onClick={() => void fetching.run()}
        >
          {t.account.download}
        </Button>
      </div>
      <FailureNotice error={fetching.error} />
    </Card>
  )
}

function CloseAccount({ email }: { readonly email: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t.account.close} lead={t.account.aboutClosing}>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t.account.closeNext}
        </Button>
      </div>
      {asking && <CloseDialog email={email} onCancel={() => setAsking(false)} />}
    </Card>
  )
}

interface CloseDialogProps {
  readonly email: string
  readonly onCancel: () => void
}

function CloseDialog({ email, onCancel }: CloseDialogProps) {
  const close = async (fields: Readonly<Record<string, string>>) => {
    await call('POST /api/auth/user/close', { body: { email: fields['email'] ?? '' } })
    // Before the session ends, because the guard would redirect to the login.
    void navigate('/', { replace: true, message: { accountClosed: true } })
    endStoredSession()
  }
  return (
    <Dialog title={t.account.closeQuestion} onClose={onCancel}>
      <p>{t.account.closeConsequences}</p>
      <Form className="fields" onSend={close}>
        <Field
          label={t.account.closeConfirm}
          name="email"
          hint={<span className="breakable">{email}</span>}
          type="email"
          autoComplete="off"
          autoFocus
          required
        />
        <DialogActions onCancel={onCancel} kind="danger" busyText={t.account.closing}>
          {t.account.closeNow}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
