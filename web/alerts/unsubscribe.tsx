import { useState } from 'react'
import { unsubscribe } from '../../contract/alerts.ts'
import { call } from '../api.ts'
import { alertsText as TEXT } from '../text/en/alerts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { alertErrorSentence } from './alert-error.ts'
import styles from './alerts-page.module.css'

/** Where a mail program leads that opens the address of its unsubscribe button instead of posting to it. */
export function Unsubscribe({ token }: { readonly token: string }) {
  const [hasEnded, setHasEnded] = useState(false)
  const ending = useAction(async () => {
    await call(unsubscribe, { querystring: { token } })
    setHasEnded(true)
  })
  return (
    <Card title={TEXT.endTitle}>
      {hasEnded ? (
        <Notice kind="success">{TEXT.hasEnded}</Notice>
      ) : (
        <div className="fields">
          <p>{TEXT.endQuestion}</p>
          {ending.error && <Notice kind="error">{alertErrorSentence(ending.error)}</Notice>}
          <div className={styles['send']}>
            <Button kind="danger" busy={ending.busy} busyText={TEXT.ending} onClick={() => void ending.run()}>
              {TEXT.endNow}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
