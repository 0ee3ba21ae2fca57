import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { check, holds, none } from '../harness/figure.ts'
import { countOf } from '../harness/database/postgres.ts'
import { codeFromMailbox, register, verify } from '../harness/users/sign-in-users.ts'
import { underLoad } from './under-load.ts'

const READY = { atMost: 3000 }
const VICTIM = 'victim@example.lk'

export const kill9 = underLoad({
  title: 'kill -9 of the server, 20 times',
  writers: 16,
  readers: 0,
  times: 20,
  writesBefore: 40,
  async prepare({ server: { http } }) {
    await register(http, VICTIM)
    const code = Number(await codeFromMailbox(http, VICTIM))
    for (let more = 1; more <= 5; more++)
      await verify(http, VICTIM, String((code + more) % 1_000_000).padStart(6, '0'))
  },
  async fault({ server }) {
    await pause(Math.random() * 50)
    await server.kill()
    return [check('ready again', await server.start(), 'ms', READY)]
  },
  async after({ started: { database } }) {
    const counted = `SELECT failures_in_a_row AS count FROM sign_in_code JOIN app_user u ON u.id = user_id WHERE email = $1`
    const count = await countOf(database, counted, [VICTIM])
    return [check('wrong codes of before still counted', count, '', { exactly: 5 })]
  },
})

export const sigterm = underLoad({
  title: 'SIGTERM, 10 times',
  writers: 16,
  readers: 0,
  times: 10,
  writesBefore: 40,
  async fault({ server }) {
    await pause(Math.random() * 50)
    const { status, ms } = await server.terminate()
    await server.start()
    return [
      check('exit', ms, 'ms', { atMost: 5000 }),
      check('exit status', status ?? NaN, '', { atMost: 0 }),
    ]
  },
  after({ writers }) {
    const answered = writers.tries.filter(({ failure }) => failure !== 'ECONNREFUSED')
    const dropped = answered.filter(({ failure }) => failure !== undefined).length
    return [none(`of ${answered.length} requests dropped in flight`, dropped)]
  },
})

export const orphan = underLoad({
  title:
    'the server dies and leaves its PostgreSQL running; both die; postmaster.pid names a stranger',
  writers: 4,
  readers: 0,
  times: 3,
  async fault({ scope, server, started: { database }, time }) {
    const before = await database.pid()
    await server.kill()
    if (time > 0) await database.kill()
    const stranger = time === 2 ? spawn('sleep', ['60']) : undefined
    if (stranger) {
      scope.defer(() => stranger.kill())
      const pidFile = join(database.cluster, 'postmaster.pid')
      const [, ...lines] = (await readFile(pidFile, 'utf8')).split('\n')
      await writeFile(pidFile, [stranger.pid, ...lines].join('\n'))
    }
    const ready = check('ready again', await server.start(), 'ms', READY)
    if (time === 0)
      return [ready, holds('the orphan is taken over', (await database.pid()) === before)]
    if (!stranger) return [ready]
    const isAlone = stranger.exitCode === null && stranger.signalCode === null
    return [ready, holds('the stranger is left alone', isAlone)]
  },
})
