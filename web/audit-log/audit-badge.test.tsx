import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AuditBadge } from './audit-badge.tsx'
import styles from './audit-badge.module.css'

afterEach(cleanup)

test('A failed login looks unlike a login: outlined, with a cross', () => {
  render(
    <>
      <AuditBadge action="login" />
      <AuditBadge action="login failed" />
    </>,
  )
  const login = screen.getByText('login')
  const failed = screen.getByText(/login failed/)
  expect(login.className).toContain(styles['green'])
  expect(failed.className).not.toContain(styles['green'])
  expect(failed.className).toContain(styles['failed'])
  expect(failed.textContent).toBe('✕ login failed')
})
