import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../domain/calendar-date.ts'
import { currencies } from '../domain/currency.ts'
import { RATE_KINDS } from '../domain/series.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { figure, type Figure } from '../harness/figure.ts'
import { Counter } from '../harness/load/counter.ts'
import { httpClient } from '../harness/load/http-client.ts'
import { repeat } from '../harness/load/repeat.ts'
import { memoryOf, peakMemoryOf } from '../harness/process/process-figures.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'

const YEARS = [1, 10, 30]
const CONNECTIONS = 30
const FLOOD_MS = 20_000
const MOST_MB = 300

export const memory: Scenario = {
  title: `resident memory of a server with ${YEARS.join(', ')} years of 4 currencies and ${RATE_KINDS.length} kinds, before and after ${FLOOD_MS / 1000} s in which ${CONNECTIONS} connections ask for what nobody asked before`,
  async run(scope) {
    const figures: (Figure | string)[] = []
    for (const years of YEARS) figures.push(...(await measure(scope, years)))
    return figures
  },
}

async function measure(scope: Scope, years: number): Promise<(Figure | string)[]> {
  const days = years * 365
  const environment = await startEnvironment(scope, { days, kinds: RATE_KINDS })
  const server = await environment.server()
  const http = httpClient(server.port, CONNECTIONS)
  await http.call({ path: '/api/exchange-rate/board' })
  const idle = memoryOf(server.pid)
  const answers = new Counter<number>()
  let asked = 0
  const flood = repeat(CONNECTIONS, async () =>
    answers.note((await http.attempt({ path: pathOf(asked++, days) })).status),
  )
  await pause(FLOOD_MS)
  await flood.stop()
  const most = peakMemoryOf(server.pid)
  http.close()
  await server.end('SIGTERM')
  const goal = years === YEARS[0] ? { atMost: MOST_MB } : undefined
  return [
    figure(`${years} years: at first`, idle, 'MB'),
    figure(`${years} years: at most`, most, 'MB', goal),
    `${years} years: ${answers.words}`,
  ]
}

function pathOf(number: number, days: number): string {
  const code = currencies()[number % currencies().length]!
  const kind = RATE_KINDS[Math.floor(number / 4) % RATE_KINDS.length]!
  const first = addDays(dayInColombo(new Date()), -(number % days))
  const query = `from=${addDays(first, -days)}&to=${first}&kind=${kind}`
  if (number % 100 === 0) return `/api/exchange-rate/history.xlsx?${query}`
  const paths = [
    `/api/exchange-rate/${code}/history?${query}`,
    `/api/exchange-rate/current/${code}?date=${first}&kind=${kind}`,
    `/rates?date=${first}&kind=${kind}`,
    `/periods/${code}?from=${first.slice(0, 7)}&kind=${kind}`,
    `/api/exchange-rate/${code}/history.csv?${query}`,
  ]
  return paths[number % paths.length]!
}
