import { expect, test } from 'vitest'
import { describeError } from './json-log.ts'

test('a logged error has message and cause without row or connection', () => {
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

test('a thrown value that is no error is logged without content', () => {
  expect(describeError({ token: 'secret' })).toEqual({ message: 'object' })
})
