import { useEffect, useState } from 'react'
import { inspectLink, redeemLink } from '../../contract/sign-in.ts'
import { call, faultOf, type ApiFault } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAct } from '../ui/use-act.ts'
import { Spinner } from '../ui/waiting.tsx'
import { faultSentence } from './fault-sentence.ts'
import { openSession } from './open-session.ts'
import styles from './sign-in-frame.module.css'

interface LoginLinkProps {
  readonly token: string
  /** The link is used, replaced or too old, in the server's words. */
  readonly onDead: (sentence: string) => void
  /** Someone would rather use a code. */
  readonly onOther: () => void
}

/**
 * Says whose a letter's link is, and signs in on a press only: programs that open the links of every letter to look for
 * harm must sign nobody in.
 */
export function LoginLink({ token, onDead, onOther }: LoginLinkProps) {
  const [owner, setOwner] = useState<{ name: string; email: string }>()
  const refused = (thrown: unknown): ApiFault | undefined => {
    const fault = faultOf(thrown)
    // A client error other than "too many" is final; everything else may go better the next time.
    if (fault.status < 400 || fault.status >= 500 || fault.status === 429) return fault
    onDead(fault.message)
    return undefined
  }
  const asking = useAct(async () => {
    try {
      setOwner((await call(inspectLink, { body: { token } })).data)
    } catch (thrown) {
      const fault = refused(thrown)
      if (fault) throw fault
    }
  })
  const signingIn = useAct(async () => {
    try {
      openSession(await call(redeemLink, { body: { token } }), owner?.email ?? '')
    } catch (thrown) {
      const fault = refused(thrown)
      if (fault) throw fault
    }
  })
  // Once for each link: the parent gives another link another key.
  useEffect(() => void asking.run(), [])

  const fault = asking.fault ?? signingIn.fault
  return (
    <>
      <div className={styles['who']}>
        {owner ? (
          <Button wide autoFocus busy={signingIn.busy} onClick={() => void signingIn.run()}>
            Sign in as {owner.name} ({owner.email})
          </Button>
        ) : asking.fault ? (
          <Button wide onClick={() => void asking.run()}>
            Try the link again
          </Button>
        ) : (
          <Spinner label="Looking at your link…" />
        )}
      </div>
      <div className={styles['alerts']}>{fault && <Notice kind="error">{faultSentence(fault)}</Notice>}</div>
      <p className={styles['ways']}>
        <Button kind="link" onClick={onOther}>
          Use a code instead
        </Button>
      </p>
    </>
  )
}
