import { RECENT_SIGN_IN_MINUTES } from '../../domain/identity/token-rules.ts'
import { navigate } from '../router.tsx'
import { signOut } from '../session/session-state.ts'
import { storedSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { accessTokensText } from '../text/en/access-tokens.ts'

/** Stands in the place of the form where the sign-in is too old to create a token, and leads back after a new one. */
export function SignInAgain() {
  const leave = () => {
    const email = storedSession()?.email
    signOut()
    navigate('/login', { state: { from: '/sessions', email } })
  }
  return (
    <div className="above">
      <Notice kind="info" quiet>
        <p>{accessTokensText.signInRecently(RECENT_SIGN_IN_MINUTES)}</p>
        <Button kind="quiet" onClick={leave}>
          {accessTokensText.signIn}
        </Button>
      </Notice>
    </div>
  )
}
