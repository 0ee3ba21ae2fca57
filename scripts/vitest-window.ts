/** What jsdom, which lays nothing out, has not: no size changes there, and all of it is in view. */
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
})
const { HTMLElement: Shown } = globalThis as { HTMLElement?: { prototype: object } }
if (Shown) Object.assign(Shown.prototype, { scrollIntoView() {} })
