import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AuditBadge } from './audit-badge.tsx'
import styles from './audit-badge.module.css'

afterEach(cleanup)

test('The first word of an action sets its colour: a failed login is no login', () => {
  render(
    <>
      <AuditBadge action="login" />
      <AuditBadge action="failed login" />
    </>,
  )
  expect(screen.getByText('login').className).toContain(styles['green'])
  const failed = screen.getByText('failed login')
  expect(failed.className).not.toContain(styles['green'])
  expect(failed.className).toContain(styles['lightBlue'])
})
