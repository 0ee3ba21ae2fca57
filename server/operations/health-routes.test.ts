import { expect, test, vi } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { connect } from '../database/connection.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile()

test('`ready` queries the database once a second', async () => {
  const { db, pool } = connect(run.deps.listenUrl)
  // The services keep the other pool: the listener lets them read when it has connected, whenever
  // that is.
  const app = await buildApp({ ...(await createDependencies(run.deps)), db })
  let queries = 0
  pool.on('acquire', () => queries++)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => app.inject('/api/health/ready')),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(queries).toBe(1)
  await app.close()
  await db.destroy()
})

test('`ready` retries at once after a failure', async () => {
  const { db, pool } = connect(run.deps.listenUrl)
  const app = await buildApp({ ...(await createDependencies(run.deps)), db })
  const connecting = vi.spyOn(pool, 'connect').mockImplementation((() => {
    throw new Error('away')
  }) as never)
  expect((await app.inject('/api/health/ready')).statusCode).toBe(503)
  connecting.mockRestore()
  expect((await app.inject('/api/health/ready')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('`ready` warns while the database’s clock is behind the newest entry', async () => {
  const warning = async () => {
    const app = await buildApp(await createDependencies(run.deps))
    const { warnings } = (await app.inject('/api/health/ready')).json<{
      warnings: Record<string, string>
    }>()
    await app.close()
    return warnings['clock']
  }
  await storeHoliday(run.db, calendarDateOf('2026-07-01'), 'A day off', run.clock.now())
  expect(await warning()).toBeUndefined()
  run.clock.turn(-86_400)
  expect(await warning()).toMatch(/^The clock of the database is 144\d minutes behind the newest/)
  run.clock.turn(86_396)
  expect(await warning()).toBeUndefined()
})
