import { useQueryClient } from '@tanstack/react-query'
import type { InstallationState } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { Item } from '../ui/items.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { Sentence, TimeFact } from '../ui/time.tsx'

interface RegistrationsProps {
  readonly registration: InstallationState['registration']
}

export function Registrations({ registration }: RegistrationsProps) {
  const { mode, domains, invitations } = registration
  if (mode === 'open') return null
  return (
    <Card
      title={t.admin.registrations}
      lead={<Sentence text={t.admin.modes[mode]} domains={domains.join(', ')} />}
    >
      <InviteForm />
      <Invitations invitations={invitations} />
    </Card>
  )
}

function InviteForm() {
  const client = useQueryClient()
  const invite = async (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => {
    const body = { email: fields['email'] ?? '' }
    const { message } = await call('POST /api/admin/invitations', { body })
    form.reset()
    showToast({ text: message })
    refresh(client, 'admin')
  }
  return (
    <Form className="wrap form-line mb" onSend={invite}>
      <Field
        label={t.admin.inviteEmail}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <SubmitButton busyText={t.admin.inviting}>{t.admin.invite}</SubmitButton>
      <FormError />
    </Form>
  )
}

function Invitations({ invitations }: Pick<InstallationState['registration'], 'invitations'>) {
  const client = useQueryClient()
  const withdrawing = useAction(async (email: string) => {
    try {
      const { message } = await call('POST /api/admin/invitations/withdraw', { body: { email } })
      showToast({ text: `${message}: ${email}` })
    } finally {
      refresh(client, 'admin')
    }
  })
  if (invitations.length === 0) return <p className="muted">{t.admin.noInvitations}</p>
  return (
    <>
      <FailureNotice error={withdrawing.error} />
      <ul className="ruled" aria-busy={withdrawing.busy}>
        {invitations.map(({ email, created_at }, index) => (
          <Item
            key={email}
            id={index}
            name={email}
            facts={<TimeFact text={t.admin.invitedAt} instant={created_at} />}
          >
            <Button
              kind="link"
              busy={withdrawing.busy}
              aria-label={t.admin.withdrawThis({ email })}
              onClick={() => void withdrawing.run(email)}
            >
              {t.admin.withdraw}
            </Button>
          </Item>
        ))}
      </ul>
    </>
  )
}
