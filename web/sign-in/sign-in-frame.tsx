import type { ReactNode } from 'react'
import { MAX_NAME_LENGTH } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { usePage } from '../page-context.ts'
import { Mark, PageTitle } from '../ui/card.tsx'
import { Field } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from '../session/session.module.css'

interface SignInFrameProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly children: ReactNode
  readonly ways?: ReactNode
  readonly below?: ReactNode
}

export function SignInFrame({ title, lead, children, ways, below }: SignInFrameProps) {
  return (
    <div className={styles['frame']}>
      <Link href="/" className={styles['brand']}>
        <Mark />
        <span>{usePage().siteName}</span>
      </Link>
      <div className="card">
        <PageTitle lead={lead}>{title}</PageTitle>
        <noscript className="fields mb">
          <Notice kind="warning">{t.session.needsJavaScript}</Notice>
        </noscript>
        {children}
        {ways !== undefined && <p className="spread apart muted">{ways}</p>}
      </div>
      {below}
    </div>
  )
}

/** Without `SMTP_URL` nothing else says where the code is. */
export function MailboxNotice() {
  if (!usePage().hasMailbox) return null
  return (
    <div className="below">
      <Notice kind="warning">
        <p>
          <strong>{t.mailbox.noEmail}</strong>
        </p>
        <p>{t.mailbox.where}</p>
      </Notice>
    </div>
  )
}

interface SignInNameProps {
  readonly known: string | undefined
  readonly proposed: string | undefined
}

/**
 * Shows the name of the user who signs in. If another browser proposed it, it is an editable field:
 * a stranger may have registered the address.
 */
export function SignInName({ known, proposed }: SignInNameProps) {
  if (known !== undefined) return <p className="breakable">{t.login.signInName({ name: known })}</p>
  if (proposed === undefined) return null
  return (
    <Field
      label={t.login.nameLabel}
      name="name"
      defaultValue={proposed}
      hint={t.login.nameHint}
      autoComplete="name"
      maxLength={MAX_NAME_LENGTH}
      required
    />
  )
}
