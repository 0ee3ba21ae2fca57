import { exportAccount } from '../../contract/account.ts'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './account.module.css'

/** Downloads everything that is stored about the user. */
export function DownloadData() {
  const fetching = useAction(() => download(exportAccount, {}, 'my-data.json'))
  return (
    <Card title="Your data">
      <p className={styles['text']}>
        Download your profile, sessions, access tokens, rates and audit entries as a JSON file.
      </p>
      <Button
        kind="quiet"
        busy={fetching.busy}
        busyText="Preparing the file..."
        onClick={() => void fetching.run()}
      >
        Download my data
      </Button>
      {fetching.error && (
        <div className={styles['failure']}>
          <Notice kind="error">{fetching.error.message}</Notice>
        </div>
      )}
    </Card>
  )
}
