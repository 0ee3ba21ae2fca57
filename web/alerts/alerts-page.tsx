import { usePlace } from '../pages.tsx'
import { useState } from 'react'
import { call } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { boardQuery } from '../rates/board.ts'
import { seriesQuery } from '../rates/rates.ts'
import { useLinkToken } from '../session/link-token.ts'
import { t } from '../../text/sentences.ts'
import { Card, PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { AlertForm, alertErrorSentence } from './alert-form.tsx'
import { ManageAlerts } from './manage-alerts.tsx'
import { Button, useAction } from '../ui/button.tsx'

export const loader = () => [boardQuery(), seriesQuery()]

export function Component() {
  const [token, forgetToken] = useLinkToken('token')
  const [unsubscribing] = useLinkToken('unsubscribe')
  const [isDead, setIsDead] = useState(false)
  return (
    <div className={unsubscribing === undefined ? undefined : 'one-column'}>
      <PageTitle lead={t.alerts.lead}>{t.screens.alerts}</PageTitle>
      <noscript>
        <Notice kind="warning">{t.alerts.needsJavaScript}</Notice>
      </noscript>
      <div className="stack">
        {unsubscribing !== undefined ? (
          <Unsubscribe key={unsubscribing} token={unsubscribing} />
        ) : token !== undefined ? (
          <ManageAlerts
            key={token}
            token={token}
            onDead={() => {
              setIsDead(true)
              forgetToken()
            }}
          />
        ) : (
          <>
            {isDead && <Notice kind="warning">{t.alertError.link_dead}</Notice>}
            <RequestAlert />
          </>
        )}
      </div>
    </div>
  )
}

function RequestAlert() {
  const [isRequested, setIsRequested] = useState(false)
  const currency = usePlace().search.get('currency')
  return (
    <Card title={t.alerts.newAlert}>
      <div className="fields">
        <AlertForm
          withEmail
          currency={currency}
          send={async (body) => {
            setIsRequested(false)
            await call('POST /api/alerts', { body: { ...body, ...emailLanguage() } })
            setIsRequested(true)
          }}
        />
        {isRequested && (
          <Notice kind="success" isOutcome>
            {t.alerts.requested}
          </Notice>
        )}
      </div>
    </Card>
  )
}

/** For mail programs that open the address of the unsubscribe button instead of posting to it. */
function Unsubscribe({ token }: { readonly token: string }) {
  const [hasEnded, setHasEnded] = useState(false)
  const ending = useAction(async () => {
    await call('POST /api/alerts/unsubscribe', { query: { token } })
    setHasEnded(true)
  })
  return (
    <Card title={t.alerts.endTitle}>
      {hasEnded ? (
        <Notice kind="success">{t.alerts.hasEnded}</Notice>
      ) : (
        <div className="fields">
          <p>{t.alerts.endQuestion}</p>
          {ending.error && <Notice kind="error">{alertErrorSentence(ending.error)}</Notice>}
          <div>
            <Button
              kind="danger"
              busy={ending.busy}
              busyText={t.ui.ending}
              onClick={() => void ending.run()}
            >
              {t.alerts.endNow}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
