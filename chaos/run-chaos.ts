// npm run check:faults [-- NAME …]: breaks the real thing on purpose and shows what held. `-- --list` names the scenarios.
import { availableParallelism, loadavg } from 'node:os'
import { ALL_SCENARIOS } from './all-scenarios.ts'
import type { Scenario, Outcome } from './scenario.ts'
import { Scope } from '../harness/scope.ts'

const names = process.argv.slice(2)
if (names.includes('--list')) {
  for (const { name, title } of ALL_SCENARIOS) console.log(`${name.padEnd(22)} ${title}`)
  process.exit(0)
}
const unknown = names.filter((name) => !ALL_SCENARIOS.some((scenario) => scenario.name === name))
if (unknown.length > 0) {
  console.error(`No such scenario: ${unknown.join(', ')}. npm run check:faults -- --list names them all.`)
  process.exit(2)
}
process.exit(
  (await runAll(ALL_SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name)))) ? 0 : 1,
)

/** Runs them one after the other; whether none fell short. */
async function runAll(scenarios: readonly Scenario[]): Promise<boolean> {
  const tally = { held: 0, short: 0, skipped: 0 }
  const begun = performance.now()
  // Times are the machine's: who reads them has to know what else it did.
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(`${availableParallelism()} processors, load ${load} before the first run`)
  for (const scenario of scenarios) {
    const started = performance.now()
    const outcome = await runOne(scenario)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const verdict = 'skipped' in outcome ? 'skipped' : outcome.ok ? 'held' : 'short'
    tally[verdict]++
    const words = { held: 'holds  ', short: 'SHORT  ', skipped: 'skipped' }[verdict]
    console.log(`${words} ${scenario.name}: ${scenario.title} (${seconds} s)`)
    console.log(`          found: ${'skipped' in outcome ? outcome.skipped : outcome.figures}`)
    console.log(`          would pass: ${scenario.pass}`)
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(
    `${tally.held} held, ${tally.short} fell short, ${tally.skipped} skipped, in ${minutes} minutes`,
  )
  return tally.short === 0
}

/** A run that breaks off has not shown anything, so it falls short. */
async function runOne(scenario: Scenario): Promise<Outcome> {
  const scope = new Scope()
  const interrupted = () => void scope.end().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await scenario.run(scope)
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
