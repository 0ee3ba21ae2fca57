import { useEffect, useRef, useState } from 'react'
import { errorOf, type ApiError } from '../api.ts'

/** What a screen knows of something that it does: a form sent, a button pressed. */
interface Action<Given extends unknown[]> {
  readonly busy: boolean
  /** Why the newest try failed; undefined while it runs and after a success. */
  readonly error: ApiError | undefined
  /** Does it, unless it is being done. Never rejects. */
  readonly run: (...given: Given) => Promise<void>
  readonly forgetError: () => void
}

/**
 * Runs one act at a time, however fast a button is pressed. A button that is disabled meanwhile
 * loses the focus in every browser; it gets it back if nothing else has taken it, or, where it is
 * gone, its card does.
 */
export function useAction<Given extends unknown[]>(
  act: (...given: Given) => Promise<void>,
): Action<Given> {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError }>({ busy: false })
  const running = useRef(false)
  const focused = useRef<readonly (HTMLElement | null)[]>([])
  useEffect(() => {
    if (state.busy) return
    const [before, card] = focused.current
    focused.current = []
    if (document.activeElement !== document.body) return
    if (before?.isConnected) before.focus()
    else if (card?.isConnected) {
      card.tabIndex = -1
      card.focus({ preventScroll: true })
    }
  }, [state.busy])
  const run = async (...given: Given) => {
    if (running.current) return
    running.current = true
    const active = document.activeElement
    if (active instanceof HTMLElement)
      focused.current = [active, active.closest('section[aria-labelledby]')]
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
