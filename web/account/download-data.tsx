import { exportAccount } from '../../contract/account.ts'
import { download } from '../connection/download.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { accountText } from '../text/en/account.ts'
import layout from '../ui/form/form.module.css'

/** Downloads everything that is stored about the user. */
export function DownloadData() {
  const fetching = useAction(() => download(exportAccount, {}, 'my-data.json'))
  return (
    <Card title={accountText.data}>
      <p className="above">{accountText.aboutData}</p>
      <Button
        kind="quiet"
        busy={fetching.busy}
        busyText={accountText.preparing}
        onClick={() => void fetching.run()}
      >
        {accountText.download}
      </Button>
      {fetching.error && (
        <div className={layout['outcome']}>
          <Notice kind="error">{fetching.error.message}</Notice>
        </div>
      )}
    </Card>
  )
}
