import { useQueryClient } from '@tanstack/react-query'
import { invitationBody, type InstallationState } from '../../contract/admin.ts'
import { call } from '../api.ts'
import { Link } from '../link.tsx'
import { refresh } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TimeFact } from '../ui/colombo-time.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { classNames } from '../ui/class-names.ts'
import layout from '../ui/form/form.module.css'
import { userAddress } from './admin-queries.ts'

type Registration = InstallationState['registration']

interface RegistrationProps {
  readonly registration: Registration
}

/** That anyone can register, and who waits for approval. */
export function RegistrationWarnings({ registration: { mode, waiting } }: RegistrationProps) {
  return (
    <>
      {mode === 'open' && (
        <Notice kind="warning" quiet>
          {t.admin.modes.open}
        </Notice>
      )}
      {waiting > 0 && (
        <Notice kind="warning" quiet>
          <Link href={userAddress({ state: 'waiting' })}>
            {t.admin.waiting({ count: waiting })}
          </Link>
        </Notice>
      )}
    </>
  )
}

/** Who can register, and invitations; where anyone can, an invitation adds nothing. */
export function Registrations({ registration }: RegistrationProps) {
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
  const { form, errors, busy, error } = useForm({
    check: (fields) => checkForm(invitationBody, fields),
    send: async (body, element) => {
      const { message } = await call('POST /api/admin/invitations', { body })
      element.reset()
      showToast({ text: message })
      refresh(client, 'admin')
    },
  })
  return (
    <form {...form} className={classNames('above', layout['line'])}>
      <Field label={t.admin.inviteEmail} name="email" errors={errors['email']}>
        {(control) => <input {...control} type="email" autoComplete="off" maxLength={254} />}
      </Field>
      <Button type="submit" busy={busy} busyText={t.admin.inviting}>
        {t.admin.invite}
      </Button>
      {error && !errors['email'] && <Notice kind="error">{error.message}</Notice>}
    </form>
  )
}

function Invitations({ invitations }: Pick<Registration, 'invitations'>) {
  const client = useQueryClient()
  const withdrawing = useAction(async (email: string) => {
    try {
      const { message } = await call('POST /api/admin/invitations/withdraw', { body: { email } })
      showToast({ text: `${message}: ${email}` })
      // The button that had the focus goes with its row.
      document.querySelector<HTMLInputElement>('input[name="email"]')?.focus()
    } finally {
      refresh(client, 'admin')
    }
  })
  if (invitations.length === 0) return <p className="muted">{t.admin.noInvitations}</p>
  return (
    <>
      {withdrawing.error && <Notice kind="error">{withdrawing.error.message}</Notice>}
      <ItemList busy={withdrawing.busy}>
        {invitations.map(({ email, created_at }, index) => (
          <Item
            key={email}
            id={index}
            name={email}
            facts={<TimeFact text={t.admin.invitedAt} instant={created_at} />}
          >
            <Button
              kind="link"
              disabled={withdrawing.busy}
              onClick={() => void withdrawing.run(email)}
            >
              {t.admin.withdraw}
              <span className="visually-hidden">{t.admin.withdrawWhich({ email })}</span>
            </Button>
          </Item>
        ))}
      </ItemList>
    </>
  )
}
