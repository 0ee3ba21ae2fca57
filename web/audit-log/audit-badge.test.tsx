import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { capitalised } from '../../text/names.ts'
import { AuditBadge } from './audit-badge.tsx'
import styles from './audit-badge.module.css'

afterEach(cleanup)

test('The first word of an action sets its colour: a failed login is no login', () => {
  const colours = {
    login: 'green',
    logout: 'grey',
    'create exchange rate': 'blue',
    'update exchange rate': 'yellow',
    'delete exchange rate': 'red',
    register: 'lightBlue',
    'failed login': 'lightBlue',
  }
  for (const [action, colour] of Object.entries(colours)) {
    render(<AuditBadge action={action} />)
    expect(screen.getByText(capitalised(action)).className, action).toContain(styles[colour])
  }
})
