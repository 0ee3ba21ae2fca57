import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { StartError } from '../start-error.ts'

/**
 * Serves metrics in Prometheus' format under `/metrics`, on a port of their own that only this machine reaches: they say
 * more of an installation than the public needs to know.
 */
export function serveMetrics(app: FastifyInstance, register: Registry, port: number): void {
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
