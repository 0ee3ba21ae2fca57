import { columns, median, type Columns } from '../figure.ts'
import { load, type Load } from './load.ts'
import type { Program } from '../process/program.ts'

type Works = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Alternates the contenders, so that other work on the machine affects all of them. The first round
 * warms up and is not counted.
 */
export async function inTurns<Contenders extends Works>(
  contenders: Contenders,
  rounds: number,
): Promise<{ [Name in keyof Contenders]: Awaited<ReturnType<Contenders[Name]>>[] }> {
  const names = Object.keys(contenders)
  const measured = Object.fromEntries(names.map((name): [string, unknown[]] => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const found = await contenders[name]!()
      if (round > 0) measured[name]!.push(found)
    }
  return measured as never
}

interface Contender {
  readonly process: Program
  readonly workload: Omit<Load, 'port'>
}

/** Returns processor time in µs and median time of a response, by contender and round. */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Columns<Awaited<ReturnType<typeof costOf>>>>> {
  const all = Object.entries<Contender>(contenders)
  const works = all.map(([name, contender]) => [name, () => costOf(contender)] as const)
  const costs = Object.entries(await inTurns(Object.fromEntries(works), rounds))
  return Object.fromEntries(costs.map(([name, each]) => [name, columns(each)])) as never
}

async function costOf({ process, workload }: Contender) {
  const before = (await process.usage()).cpu
  const { seconds, latencies } = await load({ port: process.port, ...workload })
  const cpu = ((await process.usage()).cpu - before) / workload.count
  return { cpu, perSecond: workload.count / seconds, medianMs: median(latencies) }
}
