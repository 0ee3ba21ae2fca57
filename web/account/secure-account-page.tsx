import { useEffect, useState } from 'react'
import { inspectSecureAccountLink, secureAccount } from '../../contract/secure-account.ts'
import { call, errorOf } from '../api.ts'
import { Link } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Spinner } from '../ui/waiting.tsx'
import { errorSentence } from '../session/error-sentence.ts'
import { useLinkToken } from '../session/link-token.ts'
import { SecuredAccount, type Secured } from './secured-account.tsx'
import { clearSession } from '../session/session-state.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { storedSession } from '../session/stored-session.ts'
import { secureAccountText, sessionsText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
import { screensText } from '../text/en/screens.ts'
import { uiText } from '../text/en/ui.ts'
import styles from '../session/sign-in-frame.module.css'

/** Where the link of a security email leads: ends all sessions and access tokens of its account, on a press only. */
export default function SecureAccountPage() {
  const [token] = useLinkToken('link')
  const [isDead, setIsDead] = useState(false)
  const [done, setDone] = useState<Secured>()
  return (
    <SignInFrame title={screensText.secureAccount}>
      {done ? (
        <SecuredAccount {...done} />
      ) : token !== undefined && !isDead ? (
        <EndEverything key={token} token={token} onDead={() => setIsDead(true)} onDone={setDone} />
      ) : (
        <>
          <Notice kind="warning" quiet={!isDead}>
            <p>{isDead ? secureAccountText.linkDead : secureAccountText.needsLink}</p>
          </Notice>
          <p className={styles['ways']}>
            <Link href="/sessions">{sessionsText.yourSessions}</Link>
          </p>
        </>
      )}
    </SignInFrame>
  )
}

interface EndEverythingProps {
  readonly token: string
  /** The link has been used or has expired. */
  readonly onDead: () => void
  readonly onDone: (secured: Secured) => void
}

/** Says whose account it is and what the button does. Programs that open the links of every email must end nothing. */
function EndEverything({ token, onDead, onDone }: EndEverythingProps) {
  const [owner, setOwner] = useState<{ name: string; email: string }>()
  const unlessDead = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      const error = errorOf(thrown)
      if (error.code !== 'link_dead') throw error
      onDead()
    }
  }
  const checking = useAction(() =>
    unlessDead(async () => setOwner((await call(inspectSecureAccountLink, { body: { token } })).data)),
  )
  const ending = useAction(() =>
    unlessDead(async () => {
      const { email, sessions_ended, tokens_revoked } = (await call(secureAccount, { body: { token } })).data
      if (storedSession()?.email === email) clearSession()
      onDone({ email, counts: sessionsText.endedCounts(sessions_ended, tokens_revoked) })
    }),
  )
  // Once for each link: the parent gives another link another key.
  useEffect(() => void checking.run(), [])

  const error = checking.error ?? ending.error
  return (
    <>
      <div className="fields">
        {owner ? (
          <>
            <p>
              <Sentence
                text={secureAccountText.question}
                name={<strong>{owner.name}</strong>}
                email={owner.email}
              />
            </p>
            <p>{secureAccountText.consequences}</p>
            <Button
              kind="danger"
              wide
              busy={ending.busy}
              busyText={secureAccountText.ending}
              onClick={() => void ending.run()}
            >
              {secureAccountText.endAll}
            </Button>
          </>
        ) : checking.error ? (
          <Button wide onClick={() => void checking.run()}>
            {uiText.retry}
          </Button>
        ) : (
          <Spinner label={secureAccountText.checkingLink} />
        )}
      </div>
      <div className={styles['alerts']}>{error && <Notice kind="error">{errorSentence(error)}</Notice>}</div>
    </>
  )
}
