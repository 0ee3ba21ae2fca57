import { median } from '../../harness/figure.ts'
import { load, type Load } from '../../harness/load/load.ts'
import type { Program } from '../../harness/process/program.ts'

/**
 * Lets contenders work in turn, in another order each time, so that whatever else the machine does meets all of them; gives
 * what was measured of each, round by round. The first round warms up and is not counted.
 */
export async function inTurns<Name extends string, T>(
  contenders: Readonly<Record<Name, () => Promise<T>>>,
  rounds: number,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const found = await contenders[name]()
      if (round > 0) measured[name].push(found)
    }
  return measured
}

/** One way of being asked, of one process. */
export interface Contender {
  readonly process: Program
  readonly workload: Omit<Load, 'port'>
  /** Processor time in µs that the database has used so far, for a server that asks one; undefined where none can be had. */
  readonly database?: () => Promise<number | undefined>
}

/** What an answer of a contender cost in each round. */
export interface Cost {
  /** Processor time of the server, in µs. */
  readonly cpu: number[]
  /** The same with its database's; the server's alone where the other could not be had. */
  readonly wholeCpu: number[]
  readonly perSecond: number[]
  readonly medianMs: number[]
}

/** What answers cost the contenders, asked in turns. */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Cost>> {
  const all = Object.entries<Contender>(contenders)
  const works = Object.fromEntries(all.map(([name, contender]) => [name, () => costOf(contender)]))
  const measured = await inTurns(works, rounds)
  const costs = Object.entries(measured).map(([name, each]) => {
    const of = (field: keyof Cost) => each.map((cost) => cost[field])
    return [
      name,
      { cpu: of('cpu'), wholeCpu: of('wholeCpu'), perSecond: of('perSecond'), medianMs: of('medianMs') },
    ]
  })
  return Object.fromEntries(costs) as Record<Name, Cost>
}

async function costOf({ process, workload, database }: Contender): Promise<Record<keyof Cost, number>> {
  const usage = async () => ({ own: (await process.usage()).cpu, database: (await database?.()) ?? 0 })
  const before = await usage()
  const { seconds, latencies } = await load({ port: process.port, ...workload })
  const after = await usage()
  const cpu = (after.own - before.own) / workload.count
  const wholeCpu = cpu + (after.database - before.database) / workload.count
  return { cpu, wholeCpu, perSecond: workload.count / seconds, medianMs: median(latencies) }
}
