import { Component, type ReactNode } from 'react'
import { useOnline } from '../connection/online.ts'
import { useRetry } from '../connection/retry.ts'
import { ScreenNotLoaded, serverResponds } from '../connection/lazy-page.tsx'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { PageTitle } from './page-title.tsx'
import { connectionText } from '../text/en/ui.ts'

interface ErrorBoundaryProps {
  /** What is shown instead; `reset` shows the children once more. */
  readonly fallback: (thrown: unknown, reset: () => void) => ReactNode
  readonly children: ReactNode
}

/** Shows something else where what it holds breaks. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly thrown: unknown }> {
  override state: { readonly thrown: unknown } = { thrown: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { thrown: thrown ?? new Error('A screen broke') }
  }

  override render() {
    const { thrown } = this.state
    if (thrown === undefined) return this.props.children
    return this.props.fallback(thrown, () => this.setState({ thrown: undefined }))
  }
}

interface BrokenScreenProps {
  readonly thrown: unknown
  readonly title: string
  /** Loads the code of the screen once more, and shows it. */
  readonly retry: () => Promise<void>
}

/** A way on where a screen breaks: never a blank page. One whose code could not be loaded opens as soon as it can be. */
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
      <p>{connectionText.notShown}</p>
      <Button onClick={() => location.reload()}>{connectionText.reload}</Button>
    </Notice>
  )
}

function NotLoaded({ retry }: { retry: () => Promise<void> }) {
  const online = useOnline()
  useRetry(retry)
  const press = async () => {
    // Without a server, a reload would leave nothing but the browser's own error.
    if (await serverResponds()) location.reload()
  }
  return (
    <Notice kind="error">
      <p>{online ? connectionText.noResponse : connectionText.offline}</p>
      <p>{connectionText.opensByItself}</p>
      <Button onClick={() => void press()}>{connectionText.reload}</Button>
    </Notice>
  )
}
