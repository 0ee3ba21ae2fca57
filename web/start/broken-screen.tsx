import { lazy, Suspense } from 'react'
import { useOnline } from '../connection/online.ts'
import { useRetry } from '../connection/retry.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { t } from '../../text/sentences.ts'
import { reloadIfServed, ScreenNotLoaded } from './lazy-page.tsx'

interface BrokenScreenProps {
  readonly thrown: unknown
  readonly title: string
  /** Loads the code of the screen once more, and shows it. */
  readonly retry: () => Promise<void>
}

/**
 * A way on where a screen breaks: never a blank page. One whose code could not be loaded opens as
 * soon as it can be.
 */
export function BrokenScreen({ thrown, title, retry }: BrokenScreenProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {thrown instanceof ScreenNotLoaded ? <NotLoaded retry={retry} /> : <Broken />}
    </>
  )
}

function Broken() {
  return (
    <Notice kind="error">
      <p>{t.connection.notShown}</p>
      <Button onClick={() => location.reload()}>{t.connection.reload}</Button>
    </Notice>
  )
}

/** Where the browser has no code for it either, nothing. */
const LastBoard = lazy(() =>
  import('../offline/last-board.tsx').catch(() => ({ default: () => null })),
)

function NotLoaded({ retry }: { retry: () => Promise<void> }) {
  const online = useOnline()
  useRetry(retry)
  return (
    <div className="stack">
      <Notice kind="error">
        <p>{online ? t.connection.noResponse : t.connection.offline}</p>
        <p>{t.connection.opensByItself}</p>
        <Button onClick={() => void reloadIfServed().catch(() => undefined)}>
          {t.connection.reload}
        </Button>
      </Notice>
      <Suspense>
        <LastBoard dated />
      </Suspense>
    </div>
  )
}
