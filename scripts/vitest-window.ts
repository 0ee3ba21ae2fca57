import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/until.ts'

configure({ asyncUtilTimeout: PATIENCE_MS })
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** jsdom has no layout: no size changes, everything is in view. */
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
})
const { HTMLElement: Shown, HTMLDialogElement: Asked } = globalThis as Partial<
  Record<'HTMLElement' | 'HTMLDialogElement', { prototype: object }>
>
if (Shown) Object.assign(Shown.prototype, { scrollIntoView() {} })
/** It has no dialogs and no streams either. */
if (Asked) Object.assign(Asked.prototype, { showModal() {}, close() {} })
Object.assign(globalThis, {
  EventSource: class extends EventTarget {
    close() {}
  },
})
