import { onlineManager } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { renderPage } from '../testing/rendering.tsx'
import { ConnectionNotice } from './connection.tsx'

afterEach(() => onlineManager.setOnline(true))

const failed = new ApiError(500, 'Server error')
const shown = { data: {}, error: failed, dataUpdatedAt: Date.now(), isFetching: false }

test('a failure beside shown figures says since when they are not updated, and why', () => {
  renderPage(<ConnectionNotice queries={[shown]} />)
  expect(screen.getByRole('status').textContent).toMatch(
    /^Not updated since .+: Server error\. This page updates by itself/,
  )
})

test('offline, a failure beside shown figures is left to the notice of the page', () => {
  onlineManager.setOnline(false)
  renderPage(<ConnectionNotice queries={[shown]} />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a failure without figures is said once, with a button to try again', () => {
  const missing = { data: undefined, error: failed, dataUpdatedAt: 0, isFetching: false }
  renderPage(<ConnectionNotice queries={[missing, shown]} />)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
