import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { WORKER_POLICY } from '../http/headers.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/**
 * Serves the built files in `root` with the compressed forms beside them. Files under `/assets/`
 * have hashed names, so browsers keep them for ever.
 */
export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const options = { preCompressed: true, index: false as const, decorateReply: false }
  await app.register(fastifyStatic, {
    ...options,
    root: join(root, 'assets'),
    prefix: '/assets/',
    maxAge: YEAR_MS,
    immutable: true,
  })
  await app.register(fastifyStatic, {
    ...options,
    root,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    maxAge: HOUR_MS,
    setHeaders: (reply, path) => {
      // The path of a compressed file ends in .br or .gz.
      if (!/\/service-worker\.js(?:\.\w+)?$/.test(path)) return
      reply.header('cache-control', 'no-cache')
      reply.header('content-security-policy', WORKER_POLICY)
    },
  })
}
