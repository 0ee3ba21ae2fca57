import { clearRates } from '../testing/store-rates.ts'
import { describe, expect, test } from 'vitest'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { ratesAppOfFile, startRatesApp, usd } from '../entries/manual-rates.fixture.ts'
import { caughtUp, publish } from './published-rates.fixture.ts'

const cite = (date: string, query = '', { run } = ratesApp) =>
  run.get<typeof citedRate>(`/api/exchange-rate/USD/on/${date}${query}`)

const ratesApp = await ratesAppOfFile()

describe('a cited rate', () => {
  test('of a feed says since when it is known and names no user', async () => {
    const { status, body, headers } = await cite('2026-09-28')
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('public')
    expect(body.data).toMatchObject({
      date: '2026-09-28',
      rate: 300.9,
      source: 'cbsl',
      since: expect.stringMatching(/^2026-09-29T06:30:00/) as unknown,
      entered_by: null,
      known_at: null,
    })
  })

  test.each([
    ['nobody by name, as everywhere in public', 'off', 'a registered user', 'a registered user'],
    ['their names where PUBLIC_NAMES=on', 'on', 'Nimal Perera', 'Kumari Silva'],
  ])(
    'names who entered it (%s), its history and what was known at an instant',
    async (_what, names, nimal, kumari) => {
      const ratesApp = await startRatesApp({ PUBLIC_NAMES: names })
      await publish(ratesApp.run, 'cbsl', 'USD', { '2026-09-25': '300.5' })
      const day = '2026-09-25'
      const at = (instant: string) => ratesApp.run.clock.set(instant)
      at('2026-09-29T07:00:00Z')
      const { id } = (await ratesApp.post({ ...usd, date: day, reason: 'secret' })).body.data
      at('2026-09-29T08:00:00Z')
      await ratesApp.post({ ...usd, date: day, rate: 302 }, {}, ratesApp.kumari)
      at('2026-09-29T09:00:00Z')
      await ratesApp.remove(id)

      const known = async (knownAt?: string) => {
        const { body } = await cite(
          day,
          knownAt === undefined ? '' : `?known_at=${knownAt}`,
          ratesApp,
        )
        return [body.data.rate, body.data.source, body.data.entered_by, body.data.revisions.length]
      }
      expect(await known()).toEqual([300.5, 'cbsl', null, 4])
      expect(await known('2026-09-29T08:30:00Z')).toEqual([302, 'manual', kumari, 3])
      expect(await known('2026-09-29T07:59:59Z')).toEqual([301.25, 'manual', nimal, 2])
      expect(await known('2026-09-29T06:59:00Z')).toEqual([300.5, 'cbsl', null, 1])
      expect(await known('2026-09-29T06:00:00Z')).toEqual([null, null, null, 0])
      const { body } = await cite(day, '', ratesApp)
      expect(body.data.revisions.map(({ source, rate, by }) => [source, rate, by])).toEqual([
        ['cbsl', 300.5, null],
        ['manual', 301.25, nimal],
        ['manual', 302, kumari],
        ['manual', null, nimal],
      ])
      expect(JSON.stringify(body)).not.toMatch(/@|secret|127\.0\.0\.1/)
      await ratesApp.run.close()
    },
  )

  test('follows a renamed or erased user if names are public', async () => {
    const named = await startRatesApp({ PUBLIC_NAMES: 'on' })
    const { run, nimal } = named
    await named.post(usd)
    const enteredBy = async () => (await cite(usd.date, '', named)).body.data.entered_by
    const change = async (path: string, payload: object) => {
      const url = `/api/auth/user/${path}`
      const call = { method: 'POST', url, headers: nimal.headers, payload } as const
      const { statusCode, body } = await run.app.inject(call)
      expect(statusCode, body).toBe(200)
    }
    expect(await enteredBy()).toBe('Nimal Perera')
    await change('name', { name: 'Nimal B. Perera' })
    await expect.poll(enteredBy).toBe('Nimal B. Perera')
    await change('close', { email: nimal.email })
    await expect.poll(enteredBy).toBe(`a former user (#${nimal.id})`)
    await run.close()
  })

  test('lists 50 changes a page, with the same rate on each', async () => {
    const date = '2026-09-24'
    for (let n = 1; n <= 111; n++) await ratesApp.post({ ...usd, date, rate: 300 + n / 100 })
    const page = async (query: string) => {
      const { body } = await cite(date, query)
      const { data, current_page, last_page, per_page, total } = body
      expect([data.rate, data.source, per_page, total]).toEqual([301.11, 'manual', 50, 111])
      return [
        current_page,
        last_page,
        data.revisions.length,
        data.revisions[0]?.rate,
        data.revisions.at(-1)?.rate,
      ]
    }
    expect(await page('')).toEqual([1, 3, 50, 300.62, 301.11])
    expect(await page('?page=2')).toEqual([2, 3, 50, 300.12, 300.61])
    expect(await page('?page=3')).toEqual([3, 3, 11, 300.01, 300.11])
    expect(await page('?page=4')).toEqual([4, 3, 0, undefined, undefined])
    const { status, body } = await cite(date, '?page=none')
    expect([status, body.errors?.['page']]).toEqual([400, [expect.stringContaining('page')]])
  })

  test('is not found on a day without one, with the reason', async () => {
    const { status, body } = await cite('2026-09-27')
    expect(status).toBe(404)
    expect(body.message).toContain('27 Sep 2026')
    expect(body.message).toContain('weekend')
  })

  test('omits a replaced sample except as known before', async () => {
    const { run } = ratesApp
    const date = '2026-08-16'
    await publish(run, 'sample', 'USD', { [date]: '332.8526' })
    run.clock.turn(1)
    const before = run.clock.now().toISOString()
    expect((await cite(date)).body.data).toMatchObject({ rate: 332.8526, source: 'sample' })
    run.clock.turn(60)
    await clearRates(run.db, run.clock.now(), ['sample'])
    await caughtUp(run)
    expect((await cite(date)).status).toBe(404)
    expect((await cite(date, `?known_at=${before}`)).body.data.rate).toBe(332.8526)
  })

  test('is the same for ever as known at its as_of, whatever is entered in that second', async () => {
    const { run, post } = ratesApp
    const date = '2026-08-18'
    const body = async (query = '') => (await cite(date, query)).body
    await publish(run, 'sample', 'USD', { [date]: '299' })
    await clearRates(run.db, run.clock.now(), ['sample'])
    await caughtUp(run)
    const enter = async (rate: number) => {
      await post({ ...usd, date, rate })
      return body()
    }
    const seen = [await enter(300), await enter(301), await enter(302)] as const
    const instants = seen.map(({ data }) => data.as_of ?? '')
    expect(new Set(instants.map((instant) => instant.slice(0, 19))).size).toBe(1)
    run.clock.turn(60)
    await post({ ...usd, rate: 303 })
    expect((await body()).data.as_of).toBe(run.clock.now().toISOString())
    expect(await Promise.all(instants.map((instant) => body(`?known_at=${instant}`)))).toEqual(
      seen.map(({ data, ...rest }) => ({ ...rest, data: { ...data, known_at: data.as_of } })),
    )
  })

  test('is the newest as known now while entries lie ahead, and can be read as known then', async () => {
    const { run, post } = ratesApp
    const date = '2026-08-17'
    run.clock.turn(86_400)
    const { updated_at: ahead } = (await post({ ...usd, date, rate: 300 })).body.data
    run.clock.turn(-86_400)
    await post({ ...usd, date, rate: 301 })
    const known = async (instant: string) => {
      const { status, body } = await cite(date, `?known_at=${instant}`)
      return status === 200 ? body.data.rate : status
    }
    expect(await known(run.clock.now().toISOString())).toBe(301)
    expect(await known(ahead)).toBe(300)
    expect(await known('2026-09-29T00:00:00Z')).toBeNull()
    expect(await known(new Date(Date.parse(ahead) + 60_000).toISOString())).toBe(400)
  })

  test.each(['2026-02-30', '2026-09-30', 'today'])('is refused for %s', async (date) => {
    expect((await cite(date)).status).toBe(400)
  })

  test.each(['now', '2026-09-29', '2026-13-45T00:00:00Z', '2100-01-01T00:00:00Z'])(
    'is refused as known at %s',
    async (instant) => {
      expect((await cite('2026-09-28', `?known_at=${instant}`)).status).toBe(400)
    },
  )
})
