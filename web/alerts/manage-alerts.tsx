import { useEffect, useState, type ReactNode } from 'react'
import { addAlert, confirmAlert, endAlert, listAlerts } from '../../contract/alerts.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { fromWire } from '../../domain/rate-text.ts'
import { alertName } from '../../text/en/alert-names.ts'
import { call, errorOf } from '../api.ts'
import { EMAIL_LANGUAGE } from '../language/page-language.ts'
import { alertsText as TEXT } from '../text/en/alerts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Spinner } from '../ui/waiting.tsx'
import { alertErrorSentence } from './alert-error.ts'
import { AlertForm } from './alert-form.tsx'
import { uiText } from '../text/en/ui.ts'
import styles from './alerts-page.module.css'

type AlertList = ResponseBody<typeof listAlerts>['data']
type Alert = AlertList['alerts'][number]

interface ManageAlertsProps {
  readonly token: string
  /** The link has expired or its alerts have ended. */
  readonly onDead: () => void
}

/** The alerts of the address that a link was sent to. Programs that open the links of every email must confirm and end nothing: each takes a press. */
export function ManageAlerts({ token, onDead }: ManageAlertsProps) {
  const [shown, setShown] = useState<AlertList>()
  const [addedId, setAdded] = useState<number>()
  const added = shown?.alerts.find(({ id }) => id === addedId)
  const action = useAction(async (act: () => Promise<ResponseBody<typeof listAlerts>>) => {
    try {
      setShown((await act()).data)
    } catch (thrown) {
      const error = errorOf(thrown)
      if (error.code !== 'link_dead') throw error
      onDead()
    }
  })
  const load = () => void action.run(() => call(listAlerts, { body: { token } }))
  // Once for each link: the parent gives another link another key.
  useEffect(load, [])

  if (!shown)
    return action.error ? (
      <>
        <Notice kind="error">{alertErrorSentence(action.error)}</Notice>
        <div className={styles['send']}>
          <Button onClick={load}>{uiText.retry}</Button>
        </div>
      </>
    ) : (
      <Spinner label={TEXT.checkingLink} />
    )
  return (
    <>
      <AlertItems
        list={shown}
        busy={action.busy}
        onConfirm={(id) => void action.run(() => call(confirmAlert, { body: { token, id } }))}
        onEnd={(id) => void action.run(() => call(endAlert, { body: { token, id } }))}
      >
        {action.error && <Notice kind="error">{alertErrorSentence(action.error)}</Notice>}
      </AlertItems>
      <Card title={TEXT.newAlert}>
        <div className="fields">
          <AlertForm
            send={async (rule) => {
              setAdded(undefined)
              const { data } = await call(addAlert, { body: { ...rule, ...EMAIL_LANGUAGE, token } })
              setAdded(data.alerts.find(({ id }) => !shown.alerts.some((each) => each.id === id))?.id)
              setShown(data)
            }}
          />
          {added && <Notice kind="success">{`${nameOf(added)}: ${stateOf(added)}`}</Notice>}
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
  /** Why the newest change failed. */
  readonly children: ReactNode
}

function AlertItems({ list: { email, alerts }, busy, onConfirm, onEnd, children }: AlertItemsProps) {
  return (
    <ListCard title={TEXT.yours}>
      <div className="fields">
        <p>{TEXT.to(email)}</p>
        {children}
      </div>
      {alerts.length === 0 && <p className="empty-list">{TEXT.none}</p>}
      <ItemList busy={busy}>
        {alerts.map((alert) => (
          <Item key={alert.id} id={alert.id} name={nameOf(alert)} facts={<span>{stateOf(alert)}</span>}>
            <div className="buttons">
              {!alert.confirmed && (
                <Button disabled={busy} onClick={() => onConfirm(alert.id)}>
                  {TEXT.confirm}
                  <span className="visually-hidden">{TEXT.which(nameOf(alert))}</span>
                </Button>
              )}
              <Button kind="danger" disabled={busy} onClick={() => onEnd(alert.id)}>
                {TEXT.end}
                <span className="visually-hidden">{TEXT.which(nameOf(alert))}</span>
              </Button>
            </div>
          </Item>
        ))}
      </ItemList>
    </ListCard>
  )
}

const stateOf = ({ confirmed }: Alert) => (confirmed ? TEXT.active : TEXT.waiting)

function nameOf({ condition, currency, kind, rate, percent, hour }: Alert): string {
  return alertName({
    ...{ condition, series: currency && kind && { currency, kind } },
    ...{
      rate: rate === null ? null : fromWire(rate),
      move: percent === null ? null : Math.round(percent * 100),
      hour,
    },
  })
}
