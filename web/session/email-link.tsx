import { useEffect, useState, type ReactNode } from 'react'
import { errorOf, type ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Spinner } from '../ui/waiting.tsx'
import { errorSentence } from './error-sentence.ts'
import layout from '../ui/form/form.module.css'

/** Whom a link belongs to. */
export interface LinkOwner {
  readonly name: string
  readonly email: string
}

interface EmailLinkProps {
  readonly inspect: () => Promise<{ readonly data: LinkOwner }>
  /** What the link is for. */
  readonly act: (owner: LinkOwner) => Promise<void>
  /**
   * Whether the link has been used, replaced or has expired; if so, the caller shows something
   * else.
   */
  readonly isDead: (error: ApiError) => boolean
  readonly checking: string
  readonly retry: string
  /** Says what a press does, with the button for it. */
  readonly children: (owner: LinkOwner, press: () => void, busy: boolean) => ReactNode
}

/**
 * Says whose an email's link is, and acts on a press only: programs that open the links of every
 * email to look for harm must do nothing. The caller gives another link another key.
 */
export function EmailLink({ inspect, act, isDead, checking, retry, children }: EmailLinkProps) {
  const [owner, setOwner] = useState<LinkOwner>()
  const unlessDead = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      if (!isDead(errorOf(thrown))) throw thrown
    }
  }
  const inspecting = useAction(() => unlessDead(async () => setOwner((await inspect()).data)))
  const acting = useAction((of: LinkOwner) => unlessDead(() => act(of)))
  useEffect(() => void inspecting.run(), [])

  const error = inspecting.error ?? acting.error
  return (
    <>
      <div className="fields">
        {owner ? (
          children(owner, () => void acting.run(owner), acting.busy)
        ) : inspecting.error ? (
          <Button wide onClick={() => void inspecting.run()}>
            {retry}
          </Button>
        ) : (
          <Spinner label={checking} />
        )}
      </div>
      <div className={layout['outcome']}>
        {error && <Notice kind="error">{errorSentence(error)}</Notice>}
      </div>
    </>
  )
}
