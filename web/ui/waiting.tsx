import { Component, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'

export function Waiting({ label = t.ui.loading }: { label?: string }) {
  return (
    <div className="waiting">
      <Spinner label={label} />
      <noscript>
        <p>{t.ui.needsJavaScript}</p>
      </noscript>
    </div>
  )
}

export function Spinner({ label = t.ui.loading }: { label?: string }) {
  return (
    <span className="spinner" role="status">
      <span aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

export function Skeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="skeleton">
      <span className="visually-hidden">{t.ui.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" />
      ))}
    </div>
  )
}

interface ErrorBoundaryProps {
  /** `reset` renders the children once more. */
  readonly fallback: (thrown: unknown, reset: () => void) => ReactNode
  readonly children: ReactNode
}

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
