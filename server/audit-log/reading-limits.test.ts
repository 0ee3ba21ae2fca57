import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { exportAuditTrail, listAuditEntries, FILTERED_DEPTH } from '../../contract/audit-log.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { signedInUser, type SignedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { EXPORTS_PER_HOUR, RunningExports } from './export.ts'

let reader: SignedInUser
const run = await testAppOfFile()
beforeEach(async () => {
  reader = await signedInUser(run)
})

const list = (query: string) =>
  run.get<typeof listAuditEntries>(`${listAuditEntries.url}?${query}`, reader.headers)
const exported = async ({ headers } = reader) => {
  const url = `${exportAuditTrail.url}?format=jsonl&up_to=1`
  const { statusCode: status, headers: sent } = await run.app.inject({ url, headers })
  return { status, headers: sent }
}

describe('a filtered list', () => {
  test('shows the newest 10,000 entries and refuses later pages; the unfiltered trail has no limit', async () => {
    const last = FILTERED_DEPTH / 100
    expect((await list(`search=o&per_page=100&page=${last}`)).status).toBe(200)
    const { status, body } = await list(`search=o&per_page=100&page=${last + 1}`)
    expect(status).toBe(400)
    expect(body.errors?.['page']?.[0]).toContain('newest 10,000 entries')
    expect((await list(`per_page=100&page=${last + 1}`)).status).toBe(200)
  })

  test('with more entries says so and ends at its last page', async () => {
    await seedAuditTrail(run.owner, FILTERED_DEPTH + 200)
    const { body } = await list(`from=2020-01-01&per_page=100&page=${FILTERED_DEPTH / 100}`)
    expect(body).toMatchObject({
      last_page: FILTERED_DEPTH / 100,
      total: FILTERED_DEPTH,
      total_is_minimum: true,
    })
    expect(body.data).toHaveLength(100)
  })
})

describe('exports', () => {
  test('are limited to 30 an hour per user', async () => {
    for (let count = 0; count < EXPORTS_PER_HOUR; count++)
      expect((await exported()).status).toBe(200)
    run.clock.turn(600)
    const before = (await list('')).body.newest_id
    const refused = await exported()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3000'])
    expect((await list('')).body.newest_id).toBe(before)
    expect((await exported(await signedInUser(run))).status).toBe(200)
    run.clock.turn(3001)
    expect((await exported()).status).toBe(200)
  })

  test('run one at a time per user', async () => {
    const running = new RunningExports()
    const file = await running.run(1, () => Promise.resolve(Readable.from(['entries'])))
    await expect(running.run(1, () => Promise.resolve(Readable.from([])))).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    await running.run(2, () => Promise.resolve(Readable.from([])))
    running.endAfter(0)
    await expect.poll(() => file.destroyed).toBe(true)
    await new Promise(setImmediate)
    await running.run(1, () => Promise.resolve(Readable.from([])))
  })
})
