import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { check, figure, none } from '../harness/figure.ts'
import { memoryOf } from '../harness/process/process-figures.ts'
import { Skipped } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { underLoad } from './under-load.ts'

const OF_EACH = 300
const CLOSED_MS = 15_000
const BYTE_EVERY_MS = 1000

export const slowClients = underLoad({
  title: `${OF_EACH * 3} slow clients: a third drips headers, a third bodies, a third does not read its answers`,
  writers: 4,
  pauseMs: 20,
  async fault({ scope, server: { port, pid } }) {
    if (!existsSync('/proc/net/tcp'))
      throw new Skipped('This system does not show its connections in /proc/net/tcp.')
    const body =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
    const kinds = {
      headers: () => slowClient(scope, port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', true),
      bodies: () => slowClient(scope, port, body, true),
      // 5 MB of responses: the system itself puts 4 by for a client that does not read.
      readers: () =>
        slowClient(
          scope,
          port,
          'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60),
          false,
        ),
    }
    const all = Object.entries(kinds).map(([name, make]) => ({
      name,
      closed: Promise.all(Array.from({ length: OF_EACH }, make)),
    }))
    await pause(5000)
    const figures = [figure('memory meanwhile', memoryOf(pid), 'MB')]
    for (const { name, closed } of all)
      figures.push(check(`${name} closed after`, await closed, 'ms', { atMost: CLOSED_MS }))
    return figures
  },
  after: ({ writers }) => [
    none(`of ${writers.tries.length} writes not served at once`, writers.notServed().length),
  ],
})

async function slowClient(
  scope: Scope,
  port: number,
  first: string,
  drips: boolean,
): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  scope.defer(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const begun = performance.now()
  const localPort = socket.localPort!
  socket.write(first)
  if (!drips) socket.pause()
  const drip = drips ? setInterval(() => socket.write('x'), BYTE_EVERY_MS) : undefined
  await pause(500)
  while (performance.now() - begun < CLOSED_MS * 2 && heldByServer(port).has(localPort))
    await pause(250)
  clearInterval(drip)
  return heldByServer(port).has(localPort) ? Infinity : performance.now() - begun
}

const ESTABLISHED = '01'
let held = { at: -Infinity, ports: new Set<number>() }

/**
 * From /proc/net/tcp (proc(5)): a client that does not read is the last to learn of the end of its
 * connection.
 */
function heldByServer(port: number): ReadonlySet<number> {
  if (performance.now() - held.at > 100) {
    const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
    const fields = rows.map((row) => row.trim().split(/\s+/))
    const ours = fields.filter(
      ([, local, , state]) => state === ESTABLISHED && portOf(local) === port,
    )
    held = { at: performance.now(), ports: new Set(ours.map(([, , remote]) => portOf(remote))) }
  }
  return held.ports
}

const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
