import { RECENT_SIGN_IN_MINUTES } from '../../domain/token-rules.ts'
import { navigate } from '../router.tsx'
import { signOut } from '../session/session-state.ts'
import { storedSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Stands in the place of the form where the sign-in is too old to create a token, and leads back after a new one. */
export function SignInAgain() {
  const leave = () => {
    const email = storedSession()?.email
    signOut()
    navigate('/login', { state: { from: '/sessions', email } })
  }
  return (
    <Notice kind="info" quiet>
      <p>
        For your security, you can create a token within {RECENT_SIGN_IN_MINUTES} minutes of signing in. Sign
        in again to create one; you will come back to this page.
      </p>
      <Button kind="quiet" onClick={leave}>
        Sign in again
      </Button>
    </Notice>
  )
}
