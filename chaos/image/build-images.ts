import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Scope } from '../../harness/scope.ts'

const root = join(import.meta.dirname, '..', '..')
/** What Debian's own slim image leaves out of a minimal system. */
const NOT_SLIM = [
  'usr/share/groff',
  'usr/share/lintian',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
]

/**
 * Builds the image of this commit and of the one before its newest migration, with the Dockerfile
 * of this commit, on a base of Debian 12 made here. Takes minutes. Throws what the failed program
 * said.
 */
export function buildImages(scope: Scope) {
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

  const newest = git(
    'log',
    '-1',
    '--format=%H',
    '--diff-filter=A',
    '--',
    'server/database/migrations',
  )
  const previousVersion = git('rev-parse', '--short', `${newest}^`)
  for (const [name, commit] of [
    ['current', 'HEAD'],
    ['previous', previousVersion],
  ] as const) {
    const source = scope.makeFolder(`source-${name}`)
    textOf('bash', [
      '-o',
      'pipefail',
      '-c',
      `git -C '${root}' archive ${commit} | tar -x -C '${source}'`,
    ])
    for (const file of ['Dockerfile', '.dockerignore', 'deploy'])
      cpSync(join(root, file), join(source, file), { recursive: true })
    const settings = [
      '--build-arg',
      'BASE=rupee-base',
      '--build-arg',
      'BUILD_BASE=rupee-build-base',
    ]
    const secret = ['--secret', `id=npmrc,src=${npmrc}`]
    const how = ['--isolation', 'chroot', '--quiet', ...settings, ...secret]
    buildah('bud', ...how, '--tag', `rupee-${name}`, source)
  }
  const mounted = buildah('mount', buildah('from', 'rupee-current'))
  const largest = textOf('sh', ['-c', `du -m --max-depth=4 ${mounted}/app | sort -rn | head -12`])
  return {
    current: 'rupee-current',
    previous: 'rupee-previous',
    /** The commit that `previous` is of, in short. */
    previousVersion,
    /** Size of the unpacked files of `current`. */
    bytes: bytesIn(mounted),
    /** Of these, the files of the base. */
    baseBytes: bytesIn(base),
    /** Its largest folders in MB, a line each. */
    largest: largest.replaceAll(mounted, ''),
  }
}

const bytesIn = (folder: string) => Number(textOf('du', ['-sb', folder]).split('\t')[0])

/**
 * Where npm finds packages here and whom it trusts: a machine behind a registry of its own has
 * settings for both.
 */
function npmSettings(): string {
  const setting = (name: string) => textOf('npm', ['config', 'get', name])
  const set = ['registry', 'cafile'].map((name) => [name, setting(name)] as const)
  return set
    .filter(([, value]) => value !== 'null' && value !== 'undefined')
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** The least of Debian 12 that has glibc, as files in a folder. */
function makeBase(scope: Scope): string {
  const base = scope.makeFolder('base')
  // The mirror that this machine's own packages come from.
  const mirror = /(https?:\/\/\S+) bookworm\/main/.exec(textOf('apt-cache', ['policy']))?.[1]
  const from = process.env['DEBIAN_MIRROR'] ?? mirror ?? 'http://deb.debian.org/debian'
  textOf('debootstrap', ['--variant=minbase', 'bookworm', base, from])
  textOf('rm', ['-rf', ...NOT_SLIM.map((folder) => join(base, folder))])
  return base
}

const git = (...args: string[]) => textOf('git', ['-C', root, ...args])

/**
 * Where buildah keeps images and containers: in the scope's folder, so that nothing of the
 * machine's own is touched.
 */
export const buildahIn = (folder: string): string[] => [
  ...['--storage-driver', 'vfs', '--root', `${folder}/images`],
  ...['--runroot', `${folder}/run`],
]

/** What a program prints, without the line's end. Throws what it said where it failed. */
export function textOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status === 0) return stdout.trim()
  throw new Error(
    `${program} ${args.slice(0, 12).join(' ')} ended with ${status}:\n${stderr.slice(-3000)}`,
  )
}
