import type { FastifyInstance } from 'fastify'
import { measureLoad, shedLoad } from '../http/load-shedding.ts'
import { logRequests, type FinishedRequests } from '../http/request-log.ts'
import { collectMetrics, type MeasuredServices } from './metrics.ts'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { StartError } from '../start-error.ts'

/**
 * Request log, load shedding and, where a port is configured, metrics. Called before any route is
 * registered.
 */
export function prepareOperations(
  app: FastifyInstance,
  deps: MeasuredServices,
  requests: FinishedRequests,
): void {
  const { config, pools, background } = deps
  logRequests(app, requests)
  const measured = measureLoad(pools)
  app.addHook('onClose', () => measured.stop())
  const load = { pools, eventLoopDelayMs: deps.eventLoopDelayMs ?? measured.eventLoopDelayMs }
  const shed = background ? shedLoad(app, load) : { refused: 0 }
  if (config.metricsPort !== undefined)
    serveMetrics(app, collectMetrics(app, requests, deps, load, shed), config.metricsPort)
}

/** Serves Prometheus metrics under `/metrics`, on a port that only this machine can call. */
function serveMetrics(app: FastifyInstance, register: Registry, port: number): void {
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
      server.once('error', (cause) =>
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
