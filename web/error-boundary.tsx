import { Component, type ReactNode } from 'react'
import { useOnline } from './connection/online.ts'
import { useRetry } from './connection/retry.ts'
import { ScreenNotLoaded, serverResponds } from './connection/lazy-page.tsx'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'
import { PageTitle } from './ui/page-title.tsx'
import { connectionText } from './text/en/ui.ts'

interface ErrorBoundaryProps {
  /** The title of the screen, shown in its place too where the screen breaks. */
  readonly title: string
  /** Loads the code of the screen once more. */
  readonly reload: () => Promise<unknown>
  readonly children: ReactNode
}

/** Shows a way on where a screen breaks: never a blank page. One whose code could not be loaded opens as soon as it can be. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly thrown: unknown }> {
  override state: { readonly thrown: unknown } = { thrown: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { thrown: thrown ?? new Error('A screen broke') }
  }

  override render() {
    const { title, reload, children } = this.props
    const { thrown } = this.state
    if (thrown === undefined) return children
    const retry = () => reload().then(() => this.setState({ thrown: undefined }))
    return (
      <>
        <PageTitle>{title}</PageTitle>
        {thrown instanceof ScreenNotLoaded ? <NotLoaded retry={retry} /> : <Broken />}
      </>
    )
  }
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
  useRetry(() => void retry().catch(() => undefined))
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
