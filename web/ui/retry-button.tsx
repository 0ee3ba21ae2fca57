import type { ResponseState } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { Button } from './button.tsx'

interface RetryButtonProps {
  readonly queries: readonly Pick<ResponseState<unknown>, 'isFetching' | 'refetch'>[]
}

/**
 * Requests again what could not be had, and says while it is on its way. It can be pressed then
 * too, and keeps the focus.
 */
export function RetryButton({ queries }: RetryButtonProps) {
  const isFetching = queries.some((query) => query.isFetching)
  return (
    <Button kind="quiet" onClick={() => queries.forEach(({ refetch }) => void refetch())}>
      {isFetching ? t.ui.loading : t.ui.retry}
    </Button>
  )
}
