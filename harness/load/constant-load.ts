import { openLines } from './load.ts'

const TICK_MS = 10

/** Asks a server at a constant rate, whatever it does, until `end`, which says how long the responses took, in ms. */
export function constantLoad(
  port: number,
  request: Buffer,
  perSecond: number,
): { end: () => Promise<readonly number[]> } {
  const latencies: number[] = []
  const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1000))
  const state = { ended: false }
  const work = (async () => {
    const lines = await openLines(port, perTick)
    let next = performance.now()
    while (!state.ended) {
      next += TICK_MS
      latencies.push(...(await lines.run({ requests: [request], count: perTick })).latencies)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    }
    lines.close()
  })()
  return {
    async end() {
      state.ended = true
      await work
      return latencies
    },
  }
}
