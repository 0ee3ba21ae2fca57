import type { ApiFault } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says why something could not be fetched. Where another try may help, offers it. */
export function FaultNotice({ fault, onAgain }: { fault: ApiFault; onAgain: () => void }) {
  const mayPass = fault.status === 0 || fault.status === 429 || fault.status >= 500
  return (
    <Notice kind="error">
      <p>{fault.message}</p>
      {mayPass && (
        <Button kind="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
