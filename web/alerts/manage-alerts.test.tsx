import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { t } from '../../text/sentences.ts'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { ManageAlerts } from './manage-alerts.tsx'

const alert = (id: number, hour: number) => ({
  id,
  condition: 'daily',
  currency: null,
  kind: null,
  rate: null,
  percent: null,
  hour,
  confirmed: true,
  created_at: '2026-09-29T06:00:00.000Z',
})

test('confirms below the button that an added alert is active', async () => {
  const alerts = [alert(1, 10)]
  const answer = () => ({ data: { email: 'sanduni@example.lk', alerts } })
  stubServer({
    'POST /api/alerts/list': answer,
    'POST /api/alerts/add': () => {
      alerts.unshift(alert(2, 9))
      return answer()
    },
  })
  renderPage(<ManageAlerts token="token" onDead={() => undefined} />)
  const add = await screen.findByRole('button', { name: t.alerts.add })
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.input(screen.getByLabelText(t.alerts.rate), { target: { value: '340' } })
  fireEvent.click(add)
  const notice = await screen.findByRole('status')
  expect(notice.textContent).toMatch(new RegExp(`9:00: ${t.alerts.active}$`))
})
