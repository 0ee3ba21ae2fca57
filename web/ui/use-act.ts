import { useEffect, useRef, useState } from 'react'
import { faultOf, type ApiFault } from '../api.ts'

/** What a screen knows of something that it does: a form sent, a button pressed. */
interface Act<Given extends unknown[]> {
  readonly busy: boolean
  /** Why the newest try failed; undefined while it runs and after a success. */
  readonly fault: ApiFault | undefined
  /** Does it, unless it is being done. Never rejects. */
  readonly run: (...given: Given) => Promise<void>
  readonly forgetFault: () => void
}

/**
 * Runs one act at a time, however fast a button is pressed. A button that is disabled meanwhile loses the focus in every
 * browser; it gets it back if nothing else has taken it.
 */
export function useAct<Given extends unknown[]>(act: (...given: Given) => Promise<void>): Act<Given> {
  const [state, setState] = useState<{ busy: boolean; fault?: ApiFault }>({ busy: false })
  const running = useRef(false)
  const focused = useRef<Element>(null)
  useEffect(() => {
    const before = focused.current
    if (state.busy || !(before instanceof HTMLElement)) return
    focused.current = null
    if (document.activeElement === document.body && before.isConnected) before.focus()
  }, [state.busy])
  const run = async (...given: Given) => {
    if (running.current) return
    running.current = true
    focused.current = document.activeElement
    setState({ busy: true })
    try {
      await act(...given)
      setState({ busy: false })
    } catch (thrown) {
      setState({ busy: false, fault: faultOf(thrown) })
    } finally {
      running.current = false
    }
  }
  return { busy: state.busy, fault: state.fault, run, forgetFault: () => setState({ busy: state.busy }) }
}
