import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Scope } from '../../harness/scope.ts'

const root = join(import.meta.dirname, '..', '..')
/** Debian's own slim image leaves these out. */
const NOT_SLIM = [
  ...'groff lintian doc man locale info'.split(' ').map((name) => `usr/share/${name}`),
  ...['var/cache/apt', 'var/lib/apt/lists'],
]

export function buildImage(scope: Scope) {
  const args = buildahIn(scope.folder)
  const buildah = (...more: string[]) => textOf('buildah', [...args, ...more])
  const base = makeBase(scope)
  const first = buildah('from', 'scratch')
  buildah('copy', first, base, '/')
  buildah('commit', '--quiet', first, 'rupee-base')
  // Any Node from 18 on builds it; the one of this project and its npm are at hand.
  const tools = join(scope.folder, 'tools')
  mkdirSync(join(tools, 'bin'), { recursive: true })
  cpSync(process.execPath, join(tools, 'bin', 'node'))
  const npm = dirname(dirname(realpathSync(process.env['npm_execpath'] ?? '/usr/bin/npm')))
  cpSync(npm, join(tools, 'lib', 'npm'), { recursive: true })
  symlinkSync('../lib/npm/bin/npm-cli.js', join(tools, 'bin', 'npm'))
  const building = buildah('from', 'rupee-base')
  buildah('copy', building, tools, '/usr/local')
  buildah('copy', building, '/etc/ssl/certs', '/etc/ssl/certs')
  buildah('commit', '--quiet', building, 'rupee-build-base')
  const npmrc = join(scope.folder, 'npmrc')
  writeFileSync(npmrc, npmSettings())

  const source = scope.makeFolder('source')
  const archive = `git -C '${root}' archive HEAD | tar -x -C '${source}'`
  textOf('bash', ['-o', 'pipefail', '-c', archive])
  for (const file of ['Dockerfile', '.dockerignore', 'deploy'])
    cpSync(join(root, file), join(source, file), { recursive: true })
  const bases = ['BASE=rupee-base', 'BUILD_BASE=rupee-build-base']
  const settings = bases.flatMap((each) => ['--build-arg', each])
  const secret = ['--secret', `id=npmrc,src=${npmrc}`]
  const how = ['--isolation', 'chroot', '--quiet', ...settings, ...secret]
  buildah('bud', ...how, '--tag', 'rupee-rates', source)
  const mounted = buildah('mount', buildah('from', 'rupee-rates'))
  const largest = textOf('sh', ['-c', `du -m --max-depth=4 ${mounted}/app | sort -rn | head -12`])
  return {
    name: 'rupee-rates',
    bytes: bytesIn(mounted),
    baseBytes: bytesIn(base),
    largest: largest.replaceAll(mounted, ''),
  }
}

const bytesIn = (folder: string) => Number(textOf('du', ['-sb', folder]).split('\t')[0])

/** A machine behind a registry of its own has settings for both. */
function npmSettings(): string {
  const setting = (name: string) => textOf('npm', ['config', 'get', name])
  const set = ['registry', 'cafile'].map((name) => [name, setting(name)] as const)
  return set
    .filter(([, value]) => value !== 'null' && value !== 'undefined')
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function makeBase(scope: Scope): string {
  const base = scope.makeFolder('base')
  // The mirror that this machine's own packages come from.
  const mirror = /(https?:\/\/\S+) bookworm\/main/.exec(textOf('apt-cache', ['policy']))?.[1]
  const from = process.env['DEBIAN_MIRROR'] ?? mirror ?? 'http://deb.debian.org/debian'
  textOf('debootstrap', ['--variant=minbase', 'bookworm', base, from])
  textOf('rm', ['-rf', ...NOT_SLIM.map((folder) => join(base, folder))])
  return base
}

/** In the scope's folder, so that the machine's own images are not touched. */
export const buildahIn = (folder: string): string[] => [
  ...['--storage-driver', 'vfs', '--root', `${folder}/images`],
  ...['--runroot', `${folder}/run`],
]

export function textOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status === 0) return stdout.trim()
  throw new Error(
    `${program} ${args.slice(0, 12).join(' ')} ended with ${status}:\n${stderr.slice(-3000)}`,
  )
}
