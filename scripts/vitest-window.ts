import { configure } from '@testing-library/react'
import { PATIENCE_MS } from '../harness/until.ts'

configure({ asyncUtilTimeout: PATIENCE_MS })

/** jsdom has no layout: no size changes, everything is in view. */
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
})
const { HTMLElement: Shown } = globalThis as { HTMLElement?: { prototype: object } }
if (Shown) Object.assign(Shown.prototype, { scrollIntoView() {} })
