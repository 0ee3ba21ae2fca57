import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { memoryOf } from '../../harness/process/process-figures.ts'
import { Readers } from '../../harness/load/readers.ts'
import type { Scope } from '../../harness/scope.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const OF_EACH = 300
const CLOSED_MS = 15_000
const BYTE_EVERY_MS = 1000

/** A client that holds a connection: what it sends at once, what it goes on with, and whether it reads. */
interface SlowClient {
  readonly closed: Promise<number>
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  title: `${OF_EACH * 3} slow clients: a third drips headers, a third bodies, a third does not read its answers`,
  pass: `everyone else 100 % served; the slow ones closed in ≤ ${CLOSED_MS / 1000} s`,
  async run(scope) {
    if (!existsSync('/proc/net/tcp'))
      return { skipped: 'This system does not show its connections in /proc/net/tcp.' }
    const server = await Server.start(scope)
    const writers = await server.writers(4, 20)
    const readers = new Readers(server.http)
    // 5 MB of responses: the system itself puts 4 by for a client that does not read.
    const long = `GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(60)
    const body =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
    const kinds = {
      headers: () => slowClient(scope, server.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', true),
      bodies: () => slowClient(scope, server.port, body, true),
      readers: () => slowClient(scope, server.port, long, false),
    }
    const words: string[] = []
    let slowest = 0
    const all = Object.entries(kinds).map(([name, make]) => ({
      name,
      clients: Array.from({ length: OF_EACH }, make),
    }))
    await pause(5000)
    const memory = memoryOf(server.pid)
    for (const { name, clients } of all) {
      const ms = Math.max(...(await Promise.all(clients.map(({ closed }) => closed))))
      slowest = Math.max(slowest, ms)
      words.push(`${name} after ${ms === Infinity ? 'NEVER' : `${(ms / 1000).toFixed(1)} s`}`)
    }
    await writers.stop()
    await readers.stop()
    const failed = writers.notServed.length
    const comparison = await compareWithDatabase(writers, await server.database())
    return {
      figures: `${readers.words}; ${failed} of ${writers.tries.length} writes not served at once; the last closed: ${words.join(', ')}; memory ${Math.round(memory)} MB; ${comparison.words}`,
      ok: readers.ok && failed === 0 && slowest <= CLOSED_MS && comparison.ok,
    }
  },
}

/** `closed` resolves to the ms from connecting until the server has ended the connection; Infinity if not in twice the time. */
function slowClient(scope: Scope, port: number, first: string, drips: boolean): SlowClient {
  const socket = connect(port, '127.0.0.1')
  scope.defer(() => socket.destroy())
  socket.on('error', () => undefined)
  const closed = (async () => {
    await once(socket, 'connect')
    const begun = performance.now()
    const { localPort } = socket
    if (localPort === undefined) throw new Error('A slow client could not connect')
    socket.write(first)
    if (!drips) socket.pause()
    const drip = drips ? setInterval(() => socket.write('x'), BYTE_EVERY_MS) : undefined
    await pause(500)
    while (performance.now() - begun < CLOSED_MS * 2 && heldByServer(port).has(localPort)) await pause(250)
    clearInterval(drip)
    return heldByServer(port).has(localPort) ? Infinity : performance.now() - begun
  })()
  return { closed }
}

const ESTABLISHED = '01'
let held = { at: -Infinity, ports: new Set<number>() }

/**
 * The ports of the clients whose connections the server on `port` still holds (/proc/net/tcp, proc(5)). A client that does
 * not read is the last to hear that its connection was ended.
 */
function heldByServer(port: number): ReadonlySet<number> {
  if (performance.now() - held.at > 100) {
    const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
    const fields = rows.map((row) => row.trim().split(/\s+/))
    const ours = fields.filter(([, local, , state]) => state === ESTABLISHED && portOf(local) === port)
    held = { at: performance.now(), ports: new Set(ours.map(([, , remote]) => portOf(remote))) }
  }
  return held.ports
}

const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
