// npm run check:faults [-- NAME …]: breaks the real thing on purpose and shows what held. `-- --list` names the faults.
import { availableParallelism, loadavg } from 'node:os'
import { ALL_FAULTS } from './all-faults.ts'
import type { Fault, Outcome } from './fault.ts'
import { Scope } from './harness/scope.ts'

const asked = process.argv.slice(2)
if (asked.includes('--list')) {
  for (const { name, title } of ALL_FAULTS) console.log(`${name.padEnd(22)} ${title}`)
  process.exit(0)
}
const unknown = asked.filter((name) => !ALL_FAULTS.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(', ')}. npm run check:faults -- --list names them all.`)
  process.exit(2)
}
process.exit(
  (await runAll(ALL_FAULTS.filter(({ name }) => asked.length === 0 || asked.includes(name)))) ? 0 : 1,
)

/** Runs them one after the other; whether none fell short. */
async function runAll(faults: readonly Fault[]): Promise<boolean> {
  const tally = { held: 0, short: 0, skipped: 0 }
  const begun = performance.now()
  // Times are the machine's: who reads them has to know what else it did.
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(`${availableParallelism()} processors, load ${load} before the first run`)
  for (const fault of faults) {
    const started = performance.now()
    const outcome = await runOne(fault)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const verdict = 'skipped' in outcome ? 'skipped' : outcome.ok ? 'held' : 'short'
    tally[verdict]++
    const words = { held: 'holds  ', short: 'SHORT  ', skipped: 'skipped' }[verdict]
    console.log(`${words} ${fault.name}: ${fault.title} (${seconds} s)`)
    console.log(`          found: ${'skipped' in outcome ? outcome.skipped : outcome.figures}`)
    console.log(`          would pass: ${fault.pass}`)
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(
    `${tally.held} held, ${tally.short} fell short, ${tally.skipped} skipped, in ${minutes} minutes`,
  )
  return tally.short === 0
}

/** A run that breaks off has not shown anything, so it falls short. */
async function runOne(fault: Fault): Promise<Outcome> {
  const scope = new Scope()
  const interrupted = () => void scope.end().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await fault.run(scope)
  } catch (error) {
    return {
      figures: `the run broke off: ${error instanceof Error ? error.message : String(error)}`,
      ok: false,
    }
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await scope.end()
  }
}
