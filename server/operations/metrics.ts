import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ChainWatch } from '../audit-log/watch.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { PoolLoad, PoolLoads } from '../database/availability.ts'
import { readBudget } from '../email/budgets.ts'
import type { RequestMetrics } from '../http/request-log.ts'
import { StartError } from '../start-error.ts'

/** In seconds, up to the 10 s that clients wait. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Observed extends Pick<Context, 'config' | 'db' | 'clock'> {
  readonly pools?: PoolLoads
  readonly chainWatch: ChainWatch
  readonly failedCodes: { readonly total: number }
}

type Gauges = Readonly<
  Record<string, readonly [help: string, value: () => number | Promise<number>]>
>

export function serveMetrics(
  app: FastifyInstance,
  register: Registry,
  deps: Observed,
  shed: { readonly refused: number },
): void {
  const port = deps.config.metricsPort
  if (port === undefined) return
  collectDefaultMetrics({ register })
  addGauges(register, { ...loadGauges(app, deps, shed), ...serviceGauges(deps) })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (error: unknown) => {
        app.log.error(error, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      server.on('error', (cause) =>
        reject(new StartError(`METRICS_PORT ${port} cannot be used: ${cause.message}`, { cause })),
      )
      server.listen(port, '127.0.0.1', resolve)
    })
    server.unref()
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}

function addGauges(register: Registry, gauges: Gauges): void {
  for (const [name, [help, value]] of Object.entries(gauges))
    new Gauge({
      name: `rupee_rates_${name}`,
      help,
      registers: [register],
      async collect() {
        this.set(await value())
      },
    })
}

function loadGauges(
  app: FastifyInstance,
  { pools: loads }: Observed,
  shed: { readonly refused: number },
): Gauges {
  const pools = [loads?.reads, loads?.writes].filter((each) => each !== undefined)
  const sum = (count: (pool: PoolLoad['pool']) => number) =>
    pools.reduce((total, { pool }) => total + count(pool), 0)
  const delay = () =>
    app.hasDecorator('memoryUsage') ? app.memoryUsage().eventLoopDelay / 1000 : 0
  const longestWait = () => Math.max(0, ...pools.map((each) => each.longestWaitMs())) / 1000
  return {
    event_loop_delay_seconds: ['Mean lateness of timers in the last half second', delay],
    requests_refused: [
      'Requests refused with 503 because the server was behind',
      () => shed.refused,
    ],
    database_connections_open: ['Connections of the pools', () => sum((each) => each.totalCount)],
    database_connections_idle: [
      'Connections of the pools that nobody uses',
      () => sum((each) => each.idleCount),
    ],
    database_waiting: [
      'Who waits for a connection of the pools',
      () => sum((each) => each.waitingCount),
    ],
    database_wait_seconds: ['The longest wait for a connection right now', longestWait],
  }
}

function serviceGauges({ db, clock, config, chainWatch, failedCodes }: Observed): Gauges {
  const isIntact = () => ['OK', 'NOT CHECKED'].includes(chainWatch.state().verdict)
  const strangerEmails = async () => (await readBudget(db, 'strangers', '', clock())).length
  const trail = () => chainWatch.state()
  return {
    sign_in_codes_failed: [
      'Sign-in codes that were not taken, over all addresses',
      () => failedCodes.total,
    ],
    audit_trail_intact: [
      '1 while the chain is intact as far as it was checked, 0 once it is broken',
      () => Number(isIntact()),
    ],
    audit_trail_checked_entry: ['The newest entry that was checked', () => trail().checkedTo],
    audit_trail_signed_entry: [
      'The newest entry that a signed checkpoint vouches for',
      () => chainWatch.newestCheckpoint()?.entry ?? 0,
    ],
    stranger_emails_limit: [
      'Sign-in emails that unknown devices may request within an hour',
      () => config.strangerEmailsPerHour,
    ],
    stranger_emails: [
      'Sign-in emails that unknown devices requested within the last hour; not a number while ' +
        'the database is away',
      () => strangerEmails().catch(() => NaN),
    ],
  }
}

/** Undefined without `METRICS_PORT`. */
export function requestMetrics(
  { metricsPort }: Config,
  register: Registry,
): RequestMetrics | undefined {
  if (metricsPort === undefined) return undefined
  const seconds = new Histogram({
    name: 'rupee_rates_request_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  const aborted = new Counter({
    name: 'rupee_rates_requests_aborted_total',
    help: 'Requests whose client went away before the answer',
    registers: [register],
  })
  return {
    finished: ({ method, route = 'none', status, ms }) =>
      seconds.observe({ method, route, status }, ms / 1000),
    aborted: () => aborted.inc(),
  }
}
