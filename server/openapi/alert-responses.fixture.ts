import * as alerts from '../../contract/alerts.ts'
import { waitingEmails } from '../testing/received-emails.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { ResponseRecorder } from './response-recorder.fixture.ts'

/** Records what calls about alerts respond with, for an address of its own. */
export async function recordAlerts(test: TestApp, recorder: ResponseRecorder): Promise<void> {
  const email = 'nimal.alerts@example.lk'
  const payload = { email, condition: 'above', currency: 'USD', rate: 310 }
  await recorder.call(alerts.requestAlert, { payload })
  const token = /\/alerts#token=([\w-]+)/.exec(JSON.stringify(await waitingEmails(test, email)))?.[1]
  const { data } = await recorder.call(alerts.listAlerts, { payload: { token } })
  const id = (data as { alerts: { id: number }[] }).alerts[0]?.id
  await recorder.call(alerts.confirmAlert, { payload: { token, id } })
  await recorder.call(alerts.addAlert, { payload: { token, condition: 'daily', hour: 10 } })
  await recorder.call(alerts.endAlert, { payload: { token, id } })
  await recorder.call(alerts.openUnsubscribe, { query: '?token=a-token' })
  await recorder.call(alerts.unsubscribe, { query: `?token=${token}` })
}
