import { Component, type ReactNode } from 'react'

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
