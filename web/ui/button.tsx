import { useRef, useState, type ComponentProps } from 'react'
import { errorOf, type ApiError } from '../api.ts'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'link'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind
  /** Ignores presses but keeps the focus: a `disabled` button loses it. */
  readonly busy?: boolean
  readonly busyText?: string | undefined
  readonly wide?: boolean
}

/** A button with `type="button"` by default, so that none submits a form by accident. */
export function Button(props: ButtonProps) {
  const { kind = 'primary', busy = false, busyText, wide, onClick, ...button } = props
  return (
    <button
      type="button"
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

/** Returns the class names of a button, for a link that looks like one. */
export function buttonClass(kind: ButtonKind = 'primary', wide = false): string {
  return classNames(styles['button'], styles[kind], wide && styles['wide'])
}

interface Action<Given extends unknown[]> {
  readonly busy: boolean
  /** Why the last run failed; undefined while it runs and after a success. */
  readonly error: ApiError | undefined
  /** Runs the function unless it is running. Never rejects. */
  readonly run: (...given: Given) => Promise<void>
  readonly forgetError: () => void
}

/** Runs an async function once at a time, however fast a button is pressed. */
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
      setState({ busy: false, error: errorOf(thrown) })
    } finally {
      running.current = false
    }
  }
  return {
    busy: state.busy,
    error: state.error,
    run,
    forgetError: () => setState({ busy: state.busy }),
  }
}
