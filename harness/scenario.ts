import { availableParallelism, loadavg } from 'node:os'
import { asTable, isMet, type Figure } from './figure.ts'
import { Scope } from './scope.ts'

export interface Scenario {
  readonly title: string
  run(scope: Scope): Promise<readonly (Figure | string)[]>
}

export class Skipped extends Error {}

export async function runScenarios(
  all: Readonly<Record<string, Scenario>>,
  apart: readonly string[] = [],
): Promise<never> {
  const options = process.argv.slice(2)
  if (options.includes('--list')) {
    for (const [name, { title }] of Object.entries(all)) console.log(`${name.padEnd(20)} ${title}`)
    process.exit(0)
  }
  const names = options.filter((each) => !each.startsWith('--'))
  const unknown = names.filter((name) => !(name in all))
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}`)
    process.exit(2)
  }
  // Times are the machine's: who reads them has to know what else it did.
  console.log(
    `${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)} before the first run`,
  )
  const begun = performance.now()
  const missed: Missed[] = []
  for (const name of names.length > 0
    ? names
    : Object.keys(all).filter((each) => !apart.includes(each)))
    missed.push(...(await runOne(name, all[name]!)))
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(
    `${missed.length === 0 ? 'Every goal is met' : `Not met or not shown: ${missed.length}`}, in ${minutes} minutes`,
  )
  for (const { what } of missed) console.log(`  ${what}`)
  process.exit(missed.some(({ fails }) => fails) ? 1 : 0)
}

interface Missed {
  readonly what: string
  readonly fails: boolean
}

/** A run that breaks off counts as missed. */
async function runOne(name: string, scenario: Scenario): Promise<readonly Missed[]> {
  const scope = new Scope()
  const interrupted = () => void scope.end().then(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const begun = performance.now()
  try {
    const found = await scenario.run(scope)
    const figures = found.filter((each) => typeof each !== 'string')
    const notes = found.filter((each) => typeof each === 'string').map((each) => `  ${each}`)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      [`${name}: ${scenario.title} (${seconds} s)`, ...asTable(figures), ...notes, ''].join('\n'),
    )
    const missed = figures.filter((each) => isMet(each) === false)
    return missed.map(({ what, isCheck = false }) => ({ what: `${name}: ${what}`, fails: isCheck }))
  } catch (error) {
    const isSkipped = error instanceof Skipped
    const what = `${name}: ${isSkipped ? `skipped. ${error.message}` : 'the run broke off'}`
    console.log(`${what}\n`)
    if (!isSkipped) console.error(error)
    return [{ what, fails: !isSkipped }]
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await scope.end()
  }
}
