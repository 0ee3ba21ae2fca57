import type { ApiFault } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says why something could not be fetched. Where another try may help, offers it. */
export function FaultNotice({ fault, onAgain }: { fault: ApiFault; onAgain: () => void }) {
  return (
    <Notice kind="error">
      <p>{fault.message}</p>
      {fault.mayPass && (
        <Button kind="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
