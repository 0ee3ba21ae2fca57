import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { plainSpaces, t } from '../../text/sentences.ts'
import { toApiError, type ApiError } from '../api.ts'
import type { ResponseState } from '../queries.ts'
import { passFocus } from './pass-focus.ts'

type ButtonKind = 'primary' | 'quiet' | 'danger' | 'link'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind
  /** Ignores presses but keeps the focus: a `disabled` button loses it. */
  readonly busy?: boolean
  readonly busyText?: string | undefined
  readonly wide?: boolean
}

/** `type="button"` by default, so that no button submits a form by accident. */
export function Button(props: ButtonProps) {
  const { kind = 'primary', busy = false, busyText, wide, onClick, ...button } = props
  return (
    <button
      type="button"
      ref={passFocus}
      {...button}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass(kind, wide)}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && busyText !== undefined ? busyText : button.children}
    </button>
  )
}

export const buttonClass = (kind: ButtonKind = 'primary', wide = false) =>
  `button button-${kind}${wide ? ' button-wide' : ''}`

interface Action<Given extends unknown[]> {
  readonly busy: boolean
  readonly error: ApiError | undefined
  /** Does nothing while it is running. Never rejects. */
  readonly run: (...given: Given) => Promise<void>
  readonly forgetError: () => void
}

export function useAction<Given extends unknown[]>(
  act: (...given: Given) => Promise<void>,
): Action<Given> {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError }>({ busy: false })
  const running = useRef(false)
  const run = async (...given: Given) => {
    if (running.current) return
    running.current = true
    setState({ busy: true })
    try {
      await act(...given)
      setState({ busy: false })
    } catch (thrown) {
      setState({ busy: false, error: toApiError(thrown) })
    } finally {
      running.current = false
    }
  }
  const forgetError = () => setState({ busy: state.busy })
  return { busy: state.busy, error: state.error, run, forgetError }
}

interface RetryButtonProps {
  readonly queries: readonly Pick<ResponseState<unknown>, 'isFetching'>[]
}

/** Requests all that failed on the page again, not only what its notice is about. */
export function RetryButton({ queries }: RetryButtonProps) {
  const client = useQueryClient()
  const isFetching = queries.some((query) => query.isFetching)
  const retry = () =>
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.error?.mayPass === true },
      { cancelRefetch: false },
    )
  return (
    <Button kind="quiet" onClick={retry}>
      {isFetching ? t.ui.loading : t.ui.retry}
    </Button>
  )
}

interface CopyButtonProps {
  /** Undefined while it is loading: a press then copies it when it is there. */
  readonly figure: string | undefined
  readonly kind?: ButtonKind
  readonly children: ReactNode
}

export function CopyButton({ figure, kind = 'link', children }: CopyButtonProps) {
  const [status, setStatus] = useState({ figure, text: '' })
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (!isAsked || figure === undefined) return
    void copyText(figure).then((text) => {
      setIsAsked(false)
      setStatus({ figure, text })
    })
  }, [isAsked, figure])
  return (
    <>
      <Button kind={kind} onClick={() => setIsAsked(true)}>
        {children}
      </Button>
      <span role="status" className="fine-print">
        {status.figure === figure && status.text}
      </span>
    </>
  )
}

/** Returns the sentence about it. */
async function copyText(text: string): Promise<string> {
  // Undefined unless the page is a secure context.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return t.ui.clipboardClosed
  return clipboard.writeText(plainSpaces(text)).then(
    () => t.ui.copied,
    () => t.ui.clipboardClosed,
  )
}
