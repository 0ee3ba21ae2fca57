import { useState } from 'react'
import { unsubscribe } from '../../contract/alerts.ts'
import { call } from '../api.ts'
import { errorSentence } from '../session/error-sentence.ts'
import { alertsText as TEXT } from '../text/en/work/alerts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './alerts-page.module.css'

/** Where a mail program leads that opens the address of its unsubscribe button instead of posting to it. */
export function Unsubscribe({ token }: { readonly token: string }) {
  const [ended, setEnded] = useState<string>()
  const ending = useAction(async () =>
    setEnded((await call(unsubscribe, { querystring: { token } })).message),
  )
  return (
    <Card title={TEXT.endTitle}>
      {ended !== undefined ? (
        <Notice kind="success">{ended}</Notice>
      ) : (
        <div className={styles['form']}>
          <p>{TEXT.endQuestion}</p>
          {ending.error && <Notice kind="error">{errorSentence(ending.error)}</Notice>}
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
