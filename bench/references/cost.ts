import { load, type Load } from '../../harness/load/load.ts'
import type { Program } from '../../harness/process/program.ts'

/** One way of being asked, of one process. */
export interface Contender {
  readonly process: Program
  readonly workload: Omit<Load, 'port'>
  /** Processor time in µs that the database has used so far, for a server that asks one; undefined where none can be had. */
  readonly database?: () => Promise<number | undefined>
}

/** What a round of each contender cost. */
export interface Cost {
  /** Processor time of the server per answer, in µs. */
  readonly cpu: number[]
  /** The same of its database; 0 where none is asked, NaN where it could not be had. */
  readonly databaseCpu: number[]
  readonly perSecond: number[]
  readonly medianMs: number[]
}

/**
 * Lets the contenders work in turn, in another order each time, so that whatever else the machine does meets all of them.
 * The first round warms up and is not counted.
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(contenders) as Name[]
  const costs = Object.fromEntries(
    names.map((name) => [name, { cpu: [], databaseCpu: [], perSecond: [], medianMs: [] }]),
  ) as unknown as Record<Name, Cost>
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { process, workload, database = none } = contenders[name]
      const before = await process.usage()
      const databaseBefore = (await database()) ?? NaN
      const { seconds, latencies } = await load({ port: process.port, ...workload })
      const after = await process.usage()
      const databaseAfter = (await database()) ?? NaN
      if (round === 0) continue
      costs[name].cpu.push((after.cpu - before.cpu) / workload.count)
      costs[name].databaseCpu.push((databaseAfter - databaseBefore) / workload.count)
      costs[name].perSecond.push(workload.count / seconds)
      costs[name].medianMs.push(latencies.toSorted((a, b) => a - b)[latencies.length >> 1]!)
    }
  }
  return costs
}

/** Processor time per answer in µs, the database's with the server's; the server's alone where the other could not be had. */
export function wholeCpu({ cpu, databaseCpu }: Cost): number[] {
  return cpu.map((each, round) => each + (databaseCpu[round] || 0))
}

function none(): Promise<number> {
  return Promise.resolve(0)
}
