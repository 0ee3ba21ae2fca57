import { useState } from 'react'
import { call, type ApiError } from '../api.ts'
import { Link } from '../link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmailLink } from '../session/email-link.tsx'
import { useLinkToken } from '../session/link-token.ts'
import { SignInFrame } from '../session/sign-in-frame.tsx'
import { endStoredSession, storedSession, useAuth } from '../session/stored-session.ts'
import { t } from '../../text/sentences.ts'
import { Sentence } from '../ui/sentence.tsx'

/**
 * Where the link of a security email leads: ends all sessions and access tokens of its account, on
 * a press only.
 */
export function Component() {
  const [token] = useLinkToken('link')
  const [isDead, setIsDead] = useState(false)
  const isSignedIn = useAuth().state === 'signed-in'
  const [done, setDone] = useState<Secured>()
  if (done) return <SecuredAccount {...done} />
  if (token === undefined || isDead)
    return (
      <SignInFrame key="dead" title={t.secureAccount.linkDead} lead={t.secureAccount.linkDeadLead}>
        <p className="above">{t.secureAccount.linkDeadAdvice}</p>
        <Link href="/account" className={buttonClass('primary', true)}>
          {isSignedIn ? t.secureAccount.reviewSessions : t.secureAccount.signInToReview}
        </Link>
      </SignInFrame>
    )
  return (
    <SignInFrame title={t.screens.secureAccount}>
      <EndEverything key={token} token={token} onDead={() => setIsDead(true)} onDone={setDone} />
    </SignInFrame>
  )
}

interface EndEverythingProps {
  readonly token: string
  /** The link has been used or has expired. */
  readonly onDead: () => void
  readonly onDone: (secured: Secured) => void
}

/** Says whose account it is and what the button does. */
function EndEverything({ token, onDead, onDone }: EndEverythingProps) {
  const isDead = ({ code }: ApiError) => {
    if (code === 'link_dead') onDead()
    return code === 'link_dead'
  }
  const end = async () => {
    const { email, sessions_ended, tokens_revoked } = (
      await call('POST /api/auth/secure-account', { body: { token } })
    ).data
    if (storedSession()?.email === email) endStoredSession()
    onDone({
      email,
      counts: t.sessions.endedCounts({ sessions: sessions_ended, tokens: tokens_revoked }),
    })
  }
  return (
    <EmailLink
      inspect={() => call('POST /api/auth/secure-account/link', { body: { token } })}
      act={end}
      isDead={isDead}
      checking={t.ui.checkingLink}
      retry={t.ui.retry}
    >
      {({ name, email }, press, busy) => (
        <>
          <p>
            <Sentence
              text={t.secureAccount.question}
              name={<strong>{name}</strong>}
              email={email}
            />
          </p>
          <p>{t.secureAccount.consequences}</p>
          <Button kind="danger" wide busy={busy} busyText={t.ui.ending} onClick={press}>
            {t.secureAccount.endAll}
          </Button>
        </>
      )}
    </EmailLink>
  )
}

/** What the link of a security email did. */
interface Secured {
  readonly email: string
  /** Such as `2 sessions ended, 1 access token revoked`. */
  readonly counts: string
}

/** Confirms that everything has ended, and says what to do next. */
function SecuredAccount({ email, counts }: Secured) {
  return (
    <SignInFrame title={t.secureAccount.secured} lead={t.secureAccount.done({ counts })}>
      <ol className="steps">
        <li>{t.secureAccount.changePassword({ email })}</li>
        <li>
          <Link href="/login">{t.accessTokens.signIn}</Link>
        </li>
        <li>
          <Sentence
            text={t.secureAccount.checkAuditTrail}
            auditTrail={<Link href="/auditlog">{t.secureAccount.auditTrail}</Link>}
          />
        </li>
      </ol>
    </SignInFrame>
  )
}
