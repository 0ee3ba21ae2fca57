import { Notice } from '../ui/notice.tsx'
import { useAuth } from './auth.ts'
import styles from './approval-notice.module.css'

/** Tells a user whom the operator has not approved yet that they can only read. */
export function ApprovalNotice() {
  const auth = useAuth()
  if (auth.state !== 'signed-in' || auth.approved) return null
  return (
    <div className={styles['approval']}>
      <Notice kind="warning" quiet>
        Your account is waiting for approval. You can read everything; to add, change or delete rates, ask an
        administrator to approve your account.
      </Notice>
    </div>
  )
}
