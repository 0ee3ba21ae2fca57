import { Notice } from '../ui/notice.tsx'
import { useAuth } from './stored-session.ts'
import { sessionText } from '../text/en/sign-in.ts'

/** Tells a user whom the operator has not approved yet that they can only read. */
export function ApprovalNotice() {
  const auth = useAuth()
  if (auth.state !== 'signed-in' || auth.approved) return null
  return (
    <div className="above">
      <Notice kind="warning" quiet>
        {sessionText.awaitsApproval}
      </Notice>
    </div>
  )
}
