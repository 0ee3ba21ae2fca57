import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { connect } from '../database/connection.ts'
import { createDependencies } from '../deps.ts'
import { usd } from '../entries/manual-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { readFreeBytes } from '../http/error-handler.ts'

const run = await testAppOfFile()
const { headers } = await signedInUser(run)
let free = Infinity
const app = await buildApp(await createDependencies({ ...run.deps, freeBytes: () => free }))
afterAll(() => app.close())

const enter = (to = app) =>
  to.inject({ method: 'POST', url: '/api/exchange-rate/manual', headers, payload: usd })
const warning = async () => {
  const response = await app.inject('/api/health/ready')
  expect(response.statusCode).toBe(200)
  return response.json<{ warnings: Record<string, string> }>().warnings['disk']
}

test('`ready` warns of little disk space', async () => {
  free = 200_000_000
  expect(await warning()).toBeUndefined()
  free = 199_999_999
  expect(await warning()).toBe('Only 199 MB are free on the disk of the server.')
  free = Infinity
})

test('a write without disk space is refused as such, and `ready` warns for ten minutes', async () => {
  await sql`CREATE FUNCTION public.no_space() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`.execute(run.owner)
  await sql`CREATE TRIGGER no_space BEFORE INSERT ON change
    FOR EACH ROW EXECUTE FUNCTION public.no_space()`.execute(run.owner)
  const refused = await enter()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('10')
  expect(refused.json()).toEqual({
    code: 'storage_full',
    message: 'Nothing can be stored at the moment. Try again in a few minutes.',
  })
  await sql`DROP TRIGGER no_space ON change`.execute(run.owner)
  expect((await enter()).statusCode).toBe(201)
  run.clock.turn(599)
  expect(await warning()).toBe(
    'Nothing could be stored at 2026-09-29T06:30:00.000Z: the disk of the database is full.',
  )
  run.clock.turn(1)
  expect(await warning()).toBeUndefined()
})

test('an unreachable database is reported as full only if its disk is full', async () => {
  const { db } = connect('postgresql://rupee_app@127.0.0.1:1/none')
  const without = await buildApp(
    await createDependencies({ ...run.deps, db, freeBytes: () => free }),
  )
  for (const [bytes, code] of [
    [1_000_000, 'storage_full'],
    [1_000_000_000, 'unavailable'],
  ] as const) {
    free = bytes
    expect((await enter(without)).json()).toMatchObject({ code })
  }
  free = Infinity
  await without.close()
  await db.destroy()
})

test('free space is the least of all readable disks', () => {
  const bytes = readFreeBytes([tmpdir()])
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(Infinity)
  expect(readFreeBytes([tmpdir(), '/dev/shm/none'])).toBeLessThan(Infinity)
})
