import type { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { uiText } from '../text/en/ui.ts'

/** Says why something could not be fetched. Where another try may help, offers it. */
export function ErrorNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <Notice kind="error">
      <p>{error.message}</p>
      {error.mayPass && (
        <Button kind="quiet" onClick={onRetry}>
          {uiText.retry}
        </Button>
      )}
    </Notice>
  )
}
