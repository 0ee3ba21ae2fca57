import { Component, type ReactNode } from 'react'
import { useRetry } from '../../connection/retry.ts'
import { chartText as TEXT } from '../../text/en/currency.ts'
import { Notice } from '../../ui/notice.tsx'
import { CHART_LAYERS } from '../currency-loader.ts'

interface LayersBoundaryProps {
  /** The line alone. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Shows the line alone where the code of what belongs on it could not be loaded, and tries again. */
export class LayersBoundary extends Component<LayersBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { fallback, children } = this.props
    if (!this.state.failed) return children
    return (
      <>
        <NotLoaded onLoaded={() => this.setState({ failed: false })} />
        {fallback}
      </>
    )
  }
}

function NotLoaded({ onLoaded }: { onLoaded: () => void }) {
  useRetry(() => void CHART_LAYERS.retry().then(onLoaded, () => undefined))
  return <Notice kind="warning">{TEXT.notLoaded}</Notice>
}
