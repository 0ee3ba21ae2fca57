import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { drainConnectionsOnClose } from './shutdown.ts'

test('A response that was being made when the server began to close says that its connection ends', async () => {
  const app = fastify()
  drainConnectionsOnClose(app)
  const begun = Promise.withResolvers<undefined>()
  const ready = Promise.withResolvers<undefined>()
  app.get('/slow', async () => {
    begun.resolve(undefined)
    await ready.promise
    return 'done'
  })
  const slow = fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/slow`)
  await begun.promise
  const closed = app.close()
  // Longer than the moment in which connections are kept.
  await pause(300)
  ready.resolve(undefined)
  expect((await slow).headers.get('connection')).toBe('close')
  await closed
})
