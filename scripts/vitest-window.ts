/** What jsdom, which lays nothing out, has not: a size never changes there. */
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
})
