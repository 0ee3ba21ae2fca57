import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programOf } from '../database/debian.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { childrenOf, cpuSecondsOf } from './process-figures.ts'
import { freePort } from '../../server/operations/free-port.ts'

const VCL = join(import.meta.dirname, '..', '..', 'deploy', 'varnish.vcl')

/** Where a cache is to listen: known before the server behind it starts. */
export interface CachePorts {
  readonly publicPort: number
  readonly purgePort: number
}

/** Varnish with deploy/varnish.vcl. */
export interface Varnish extends CachePorts {
  /** Requests that it has sent to the server so far, probes apart. */
  originRequests(): number
  /** Processor time of its two processes so far. */
  cpuSeconds(): number
}

export async function cachePorts(): Promise<CachePorts> {
  return { publicPort: await freePort(), purgePort: await freePort() }
}

/** What the server behind such a cache is started with. */
export function behindCache({ purgePort }: CachePorts): Record<string, string> {
  return { CACHE_PURGE_URL: `http://127.0.0.1:${purgePort}`, TRUST_PROXY: 'loopback' }
}

/** Starts Varnish in front of a server on this machine, for as long as the scope lives; resolves once it answers. */
export async function startVarnish(scope: Scope, ports: CachePorts, serverPort: number): Promise<Varnish> {
  const { publicPort, purgePort } = ports
  const folder = scope.makeFolder('varnish')
  const file = join(folder, 'varnish.vcl')
  writeFileSync(file, readFileSync(VCL, 'utf8').replace('.port = "3000"', `.port = "${serverPort}"`))
  const state = join(folder, 'state')
  const varnishd = programOf('varnish') ?? 'varnishd'
  const listening = ['-a', `public=127.0.0.1:${publicPort}`, '-a', `purge=127.0.0.1:${purgePort}`]
  const child = spawn(varnishd, ['-F', '-n', state, ...listening, '-f', file, '-s', 'malloc,64m'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  scope.defer(() => child.kill('SIGTERM'))
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => printed.push(String(text)))
  await until(
    () => `Varnish answers:\n${printed.join('')}`,
    async () => {
      if (child.exitCode !== null) throw new Error(`Varnish did not start:\n${printed.join('')}`)
      return (await fetch(`http://127.0.0.1:${publicPort}/api/health/live`).catch(() => undefined))?.ok
    },
  )
  const stat = join(dirname(varnishd), '..', 'bin', 'varnishstat')
  return {
    ...ports,
    originRequests() {
      const { stdout } = spawnSync(stat, ['-n', state, '-1', '-f', 'MAIN.backend_req'], { encoding: 'utf8' })
      const count = /^MAIN\.backend_req\s+(\d+)/m.exec(stdout)?.[1]
      if (count === undefined) throw new Error(`varnishstat says nothing: ${stdout}`)
      return Number(count)
    },
    cpuSeconds() {
      const pid = child.pid ?? 0
      return childrenOf(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, cpuSecondsOf(pid))
    },
  }
}
