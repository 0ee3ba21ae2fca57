import { expect, test } from 'vitest'
import { describeError } from './json-log.ts'

test('a logged error says what went wrong and why, without the row or the connection that hang on it', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'app_user_email_key',
    detail: 'Key (email)=(a@example.org) already exists.',
    client: { password: 'hunter2' },
  })
  const described = describeError(new TypeError('not recorded', { cause }))
  expect(described).toMatchObject({
    type: 'TypeError',
    message: 'not recorded',
    cause: { message: 'duplicate key', code: '23505', constraint: 'app_user_email_key' },
  })
  expect(JSON.stringify(described)).not.toMatch(/hunter2|a@example/)
})

test('what was thrown without being an error is logged without its content', () => {
  expect(describeError({ token: 'secret' })).toEqual({ message: 'object' })
})
