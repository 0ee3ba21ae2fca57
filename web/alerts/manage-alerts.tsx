import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { fromWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { alertName } from '../../text/alert-names.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Item } from '../ui/items.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/waiting.tsx'
import { AlertForm, alertErrorSentence } from './alert-form.tsx'

type AlertList = ResponseOf<'POST /api/alerts/list'>['data']
type Alert = AlertList['alerts'][number]

interface ManageAlertsProps {
  readonly token: string
  readonly onDead: () => void
}

/** Confirming and ending take a press, because mail scanners open every link. */
export function ManageAlerts({ token, onDead }: ManageAlertsProps) {
  const [shown, setShown] = useState<AlertList>()
  const [addedId, setAdded] = useState<number>()
  const added = shown?.alerts.find(({ id }) => id === addedId)
  const action = useAction(async (act: () => Promise<ResponseOf<'POST /api/alerts/list'>>) => {
    try {
      setShown((await act()).data)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.code !== 'link_dead') throw error
      onDead()
    }
  })
  const load = () => void action.run(() => call('POST /api/alerts/list', { body: { token } }))
  const loadFirst = useEffectEvent(load)
  // Once: the parent gives another link another key.
  useEffect(() => loadFirst(), [])

  if (!shown)
    return action.error ? (
      <>
        <Notice kind="error">{alertErrorSentence(action.error)}</Notice>
        <div>
          <Button onClick={load}>{t.ui.retry}</Button>
        </div>
      </>
    ) : (
      <Spinner label={t.ui.checkingLink} />
    )
  return (
    <>
      <AlertItems
        list={shown}
        busy={action.busy}
        onConfirm={(id) =>
          void action.run(() => call('POST /api/alerts/confirm', { body: { token, id } }))
        }
        onEnd={(id) => void action.run(() => call('POST /api/alerts/end', { body: { token, id } }))}
      >
        {action.error && <Notice kind="error">{alertErrorSentence(action.error)}</Notice>}
      </AlertItems>
      <Card title={t.alerts.newAlert}>
        <div className="fields">
          <AlertForm
            send={async (rule) => {
              setAdded(undefined)
              const { data } = await call('POST /api/alerts/add', {
                body: { ...rule, ...emailLanguage(), token },
              })
              setAdded(
                data.alerts.find(({ id }) => !shown.alerts.some((each) => each.id === id))?.id,
              )
              setShown(data)
            }}
          />
          {added && (
            <Notice kind="success" isOutcome>{`${nameOf(added)}: ${stateOf(added)}`}</Notice>
          )}
        </div>
      </Card>
    </>
  )
}

interface AlertItemsProps {
  readonly list: AlertList
  readonly busy: boolean
  readonly onConfirm: (id: number) => void
  readonly onEnd: (id: number) => void
  readonly children: ReactNode
}

function AlertItems({
  list: { email, alerts },
  busy,
  onConfirm,
  onEnd,
  children,
}: AlertItemsProps) {
  return (
    <Card title={t.alerts.yours}>
      <div className="fields">
        <p>{t.alerts.to({ email })}</p>
        {children}
      </div>
      {alerts.length === 0 && <p className="muted">{t.alerts.none}</p>}
      <ul className="ruled just-below" aria-busy={busy}>
        {alerts.map((alert) => (
          <Item
            key={alert.id}
            id={alert.id}
            name={nameOf(alert)}
            facts={<span>{stateOf(alert)}</span>}
          >
            <div className="buttons">
              {!alert.confirmed && (
                <Button
                  busy={busy}
                  aria-label={t.alerts.confirmThis({ name: nameOf(alert) })}
                  onClick={() => onConfirm(alert.id)}
                >
                  {t.alerts.confirm}
                </Button>
              )}
              <Button
                kind="link"
                busy={busy}
                aria-label={t.alerts.endThis({ name: nameOf(alert) })}
                onClick={() => onEnd(alert.id)}
              >
                {t.alerts.end}
              </Button>
            </div>
          </Item>
        ))}
      </ul>
    </Card>
  )
}

const stateOf = ({ confirmed }: Alert) => (confirmed ? t.alerts.active : t.alerts.waiting)

function nameOf(alert: Alert): string {
  const { condition, currency, kind, publisher, rate, percent, hour } = alert
  return alertName({
    condition,
    series: currency && kind && seriesOf(currency, kind, publisher),
    rate: rate === null ? null : fromWire(rate),
    move: percent === null ? null : Math.round(percent * 100),
    hour,
  })
}
