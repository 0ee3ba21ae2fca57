import { setTimeout as pause } from 'node:timers/promises'
import type { SuperuserAccess } from '../harness/database/postgres.ts'
import { check, merged, type Figure } from '../harness/figure.ts'
import { Counter } from '../harness/load/counter.ts'
import type { HttpClient } from '../harness/load/http-client.ts'
import { repeat } from '../harness/load/repeat.ts'
import {
  compareWithDatabase,
  refusals,
  startWriters,
  type Writers,
} from '../harness/load/writers.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { signInUsers } from '../harness/users/sign-in-users.ts'

export interface Started {
  readonly server: Server
  readonly database: SuperuserAccess
  readonly clients?: readonly HttpClient[]
}

type Embedded = Awaited<ReturnType<typeof embedded>>

export interface Run<T extends Started> {
  readonly scope: Scope
  readonly started: T
  readonly server: Server
  readonly writers: Writers
  readonly time: number
}

export interface UnderLoad<T extends Started> {
  readonly title: string
  readonly start?: (scope: Scope) => Promise<T>
  readonly writers?: number
  readonly pauseMs?: number
  readonly readers?: number
  readonly prepare?: (started: T) => Promise<void>
  readonly times?: number
  readonly writesBefore?: number
  readonly fault: (run: Run<T>) => Promise<readonly Figure[]>
  readonly after?: (run: Run<T>) => readonly Figure[] | Promise<readonly Figure[]>
}

export function underLoad<T extends Started = Embedded>(fault: UnderLoad<T>): Scenario {
  const { title, times = 1, writesBefore = 20, writers: count = 8, readers: reading = 4 } = fault
  return {
    title: `${title}; ${count} writers, ${reading} readers`,
    async run(scope) {
      const started = (await (fault.start ?? embedded)(scope)) as T
      const { server, database, clients = [server.http] } = started
      const users = await signInUsers(server.http, count)
      await fault.prepare?.(started)
      const writers = startWriters(clients, users, fault.pauseMs)
      scope.defer(() => writers.stop(0))
      const readers = startReaders(clients, reading)
      const run = { scope, started, server, writers, time: 0 }
      const found: Figure[] = []
      for (let time = 0; time < times; time++) {
        await writers.untilAcknowledged(writesBefore)
        found.push(...(await fault.fault({ ...run, time })))
      }
      await writers.stop()
      const reads = await readers.stop()
      const end = (await fault.after?.(run)) ?? []
      return [
        ...merged(found),
        ...end,
        ...reads,
        ...(await compareWithDatabase(writers.acknowledged, database)),
      ]
    },
  }
}

const RECOVERY_MS = 2000

export const outage = <T extends Started = Embedded>(fault: UnderLoad<T>): Scenario =>
  underLoad<T>({
    ...fault,
    async fault(run) {
      const found = await fault.fault(run)
      const over = performance.now()
      await run.writers.untilAcknowledged(1)
      const again = check('a write again, after it is over', performance.now() - over, 'ms', {
        atMost: RECOVERY_MS,
      })
      await pause(500)
      return [...found, again]
    },
    after: ({ writers }) => refusals(writers),
  })

export async function embedded(scope: Scope) {
  const server = await Server.start(scope)
  return { server, database: await server.database() }
}

const PAUSE_MS = 10
const PATHS = ['/api/exchange-rate/current/USD', '/api/exchange-rate/GBP/last-seven-days']

function startReaders(clients: readonly HttpClient[], count: number) {
  const got = new Counter<string>()
  const reading = repeat(count, async (reader) => {
    const path = PATHS[reader % PATHS.length]!
    const { status, failure } = await clients[reader % clients.length]!.attempt({
      path,
      timeoutMs: 3000,
    })
    got.note(failure ?? String(status))
    await pause(PAUSE_MS)
  })
  return {
    async stop(): Promise<Figure[]> {
      await reading.stop()
      if (count === 0) return []
      const served = ((got.get('200') ?? 0) / got.total) * 100
      return [
        check(`of ${got.total} public reads served`, served, '%', { atLeast: 100 }, got.words),
      ]
    },
  }
}
