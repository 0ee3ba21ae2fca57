import { useEffect, useRef } from 'react'
import { approveUser, endUserAccess, rejectUser, suspendUser, unsuspendUser } from '../../contract/admin.ts'
import type { ListedUser } from '../../contract/schema/admin.schema.ts'
import { call } from '../api.ts'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { useChanges } from '../ui/list/use-changes.ts'

const ENDPOINTS = {
  approve: approveUser,
  reject: rejectUser,
  end: endUserAccess,
  suspend: suspendUser,
  unsuspend: unsuspendUser,
} as const
export type UserAction = keyof typeof ENDPOINTS
/** What cannot be taken back, and is asked about first. */
export type ConfirmedAction = 'reject' | 'end' | 'suspend'

/**
 * Does something to a user of the list. The focus stays in the user's row, also where the button that had it is gone.
 */
export function useUserActions(users: readonly ListedUser[]) {
  const changed = useRef<number>(undefined)
  const changes = useChanges('admin')
  useEffect(() => {
    const row = changed.current
    changed.current = undefined
    if (row === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-row="${row}"] button`)?.focus()
  }, [users])
  const { run } = useAction(({ id }: ListedUser, action: UserAction) =>
    changes.make(async () => {
      const { message } = await call(ENDPOINTS[action], { params: { id: String(id) } })
      changed.current = id
      showToast({ text: message })
    }),
  )
  return { act: run, failure: changes.failure }
}
