import { useEffect, useState } from 'react'
import { inspectLink, redeemLink } from '../../contract/sign-in.ts'
import { call, errorOf } from '../api.ts'
import { EMAIL_LANGUAGE } from '../language/page-language.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Spinner } from '../ui/waiting.tsx'
import { errorSentence } from '../session/error-sentence.ts'
import { openSession } from './open-session.ts'
import { loginText } from '../text/en/sign-in.ts'
import styles from '../session/sign-in-frame.module.css'

interface LoginLinkProps {
  readonly token: string
  /** The link is used, replaced or too old, in the server's words. */
  readonly onDead: (sentence: string) => void
  /** Someone would rather use a code. */
  readonly onOther: () => void
}

/**
 * Says whose an email's link is, and signs in on a press only: programs that open the links of every email to look for
 * harm must sign nobody in.
 */
export function LoginLink({ token, onDead, onOther }: LoginLinkProps) {
  const [owner, setOwner] = useState<{ name: string; email: string }>()
  const unlessDead = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      const error = errorOf(thrown)
      // A client error other than "too many" is final; everything else may go better the next time.
      if (error.mayPass || error.status < 400) throw error
      onDead(error.message)
    }
  }
  const inspecting = useAction(() =>
    unlessDead(async () => setOwner((await call(inspectLink, { body: { token } })).data)),
  )
  const signingIn = useAction(() =>
    unlessDead(async () =>
      openSession(await call(redeemLink, { body: { token, ...EMAIL_LANGUAGE } }), owner?.email ?? ''),
    ),
  )
  // Once for each link: the parent gives another link another key.
  useEffect(() => void inspecting.run(), [])

  const error = inspecting.error ?? signingIn.error
  return (
    <>
      <div className="fields">
        {owner ? (
          <Button wide autoFocus busy={signingIn.busy} onClick={() => void signingIn.run()}>
            {loginText.signInAs(owner.name, owner.email)}
          </Button>
        ) : inspecting.error ? (
          <Button wide onClick={() => void inspecting.run()}>
            {loginText.retryLink}
          </Button>
        ) : (
          <Spinner label={loginText.checkingLink} />
        )}
      </div>
      <div className={styles['alerts']}>{error && <Notice kind="error">{errorSentence(error)}</Notice>}</div>
      <p className={styles['ways']}>
        <Button kind="link" onClick={onOther}>
          {loginText.useCode}
        </Button>
      </p>
    </>
  )
}
