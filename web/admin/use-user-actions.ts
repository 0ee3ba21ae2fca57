import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { approveUser, endUserAccess, rejectUser, suspendUser, unsuspendUser } from '../../contract/admin.ts'
import type { ListedUser } from '../../contract/schema/admin.schema.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { useFocusAfter } from '../ui/focus-after.ts'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'

const ENDPOINTS = {
  approve: approveUser,
  reject: rejectUser,
  end: endUserAccess,
  suspend: suspendUser,
  unsuspend: unsuspendUser,
} as const
export type UserAction = keyof typeof ENDPOINTS
/** What cannot be taken back, and is asked about first. */
export type AskedAction = 'reject' | 'end' | 'suspend'

/**
 * Does something to a user of the list; `onEnd` follows whether that succeeds or fails. The focus stays in the user's row, also where
 * the button that had it is gone, and moves on where the row is.
 */
export function useUserActions(
  users: readonly ListedUser[],
  list: RefObject<HTMLElement | null>,
  onEnd: () => void,
) {
  const client = useQueryClient()
  const changed = useRef<number>(undefined)
  const moveFocus = useFocusAfter(
    users.map(({ id }) => id),
    list,
  )
  useEffect(() => {
    const row = changed.current
    changed.current = undefined
    if (row === undefined || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-row="${row}"] button`)?.focus()
  }, [users, list])
  return useAction(async (user: ListedUser, action: UserAction) => {
    try {
      const { message } = await call(ENDPOINTS[action], { params: { id: String(user.id) } })
      changed.current = user.id
      moveFocus(user.id)
      showToast({ text: message })
    } finally {
      onEnd()
      refresh(client, 'admin')
    }
  })
}
