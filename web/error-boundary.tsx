import { Component, type ReactNode } from 'react'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

/** Shows a way on where a screen breaks: never a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Notice kind="error">
        <p>This page could not be shown.</p>
        <Button onClick={() => location.reload()}>Load it again</Button>
      </Notice>
    )
  }
}
