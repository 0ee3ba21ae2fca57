import { columns, median, type Columns } from '../../harness/figure.ts'
import { load, type Load } from '../../harness/load/load.ts'
import type { Program } from '../../harness/process/program.ts'

type Works = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Lets contenders work in turn, in another order each time, so that whatever else the machine does
 * meets all of them; gives what was measured of each, round by round. The first round warms up and
 * is not counted.
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

/** One way of being asked, of one process. */
export interface Contender {
  readonly process: Program
  readonly workload: Omit<Load, 'port'>
  /**
   * Processor time in µs that the database has used so far, for a server that asks one; undefined
   * where none can be had.
   */
  readonly database?: () => Promise<number | undefined>
}

/** What an answer of a contender cost in one round. */
export interface Cost {
  /** Processor time of the server, in µs. */
  readonly cpu: number
  /** The same with its database's; the server's alone where the other could not be had. */
  readonly wholeCpu: number
  readonly perSecond: number
  readonly medianMs: number
}

/** What answers cost the contenders, asked in turns. */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Columns<Cost>>> {
  const all = Object.entries<Contender>(contenders)
  const works = all.map(([name, contender]) => [name, () => costOf(contender)] as const)
  const costs = Object.entries(await inTurns(Object.fromEntries(works), rounds))
  return Object.fromEntries(costs.map(([name, each]) => [name, columns(each)])) as never
}

async function costOf({ process, workload, database }: Contender): Promise<Cost> {
  const usage = async () => ({
    own: (await process.usage()).cpu,
    database: (await database?.()) ?? 0,
  })
  const before = await usage()
  const { seconds, latencies } = await load({ port: process.port, ...workload })
  const after = await usage()
  const cpu = (after.own - before.own) / workload.count
  const wholeCpu = cpu + (after.database - before.database) / workload.count
  return { cpu, wholeCpu, perSecond: workload.count / seconds, medianMs: median(latencies) }
}
