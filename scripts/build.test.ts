import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/temporary-folder.ts'

const project = join(import.meta.dirname, '..')

/** The scripts in a project of their own, with the real packages and two small pages to build. */
function smallProject(): string {
  const folder = temporaryFolder()
  for (const script of ['build.mjs', 'build-pages.mjs', 'set-up.mjs'])
    cpSync(join(project, 'scripts', script), join(folder, 'scripts', script))
  cpSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'web', 'text', 'en'), { recursive: true })
  writeFileSync(join(folder, 'web', 'index.html'), '<script type="module" src="/main.ts"></script>')
  writeFileSync(join(folder, 'web', 'main.ts'), 'document.title = "first"')
  mkdirSync(join(folder, 'web', 'start'))
  writeFileSync(join(folder, 'web', 'start', 'render-page.tsx'), 'export const answer = 42')
  writeFileSync(
    join(folder, 'vite.config.ts'),
    "export default { root: 'web', build: { emptyOutDir: true } }",
  )
  return folder
}

/** Folders of pages that are being built. */
function halfDone(folder: string): string[] {
  const cache = join(folder, '.cache')
  return existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('dist-')) : []
}

async function buildIfStale(folder: string): Promise<string> {
  const script = `const { buildIfStale } = await import(${JSON.stringify(join(folder, 'scripts', 'build.mjs'))})
    if (!(await buildIfStale())) process.exit(3)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ])
  return stdout.trim()
}

test('the browser gets the pages, the start and what they load later, and no renderer', () => {
  const built = join(project, 'dist', 'web')
  const manifest = JSON.parse(
    readFileSync(join(built, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, { readonly isEntry?: true; readonly isDynamicEntry?: true }>
  const pages = readdirSync(join(project, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('-page.tsx') && !name.startsWith('start/'),
  )
  const entries = Object.entries(manifest).filter(([, each]) => each.isEntry ?? each.isDynamicEntry)
  const names = entries.map(([name]) => name).filter((name) => !name.includes('sentences'))
  expect(names.sort()).toEqual(
    [
      ...pages,
      '../node_modules/uqr/dist/index.mjs',
      'entries/customs-week.tsx',
      'imports/reading.ts',
      'offline/service-worker.ts',
      'rates/listen-to-rates.ts',
      'session/waiting-for-approval.tsx',
      'start/inline-script.ts',
      'start/main.tsx',
    ].sort(),
  )
  const assets = join(built, 'assets')
  const withRenderer = readdirSync(assets).filter(
    (name) =>
      name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes('resumableState'),
  )
  expect(withRenderer).toEqual([])
})

test('pages are built once, and again only when their sources change', async () => {
  const folder = smallProject()
  expect(await buildIfStale(folder)).toBe('Building the pages …')
  expect(await buildIfStale(folder)).toBe('')
  writeFileSync(join(folder, 'web', 'main.test.ts'), '// a test is no part of the pages')
  expect(await buildIfStale(folder)).toBe('')
  writeFileSync(join(folder, 'web', 'main.ts'), 'document.title = "second"')
  expect(await buildIfStale(folder)).toBe('Building the pages …')
  expect(readFileSync(join(folder, 'dist', 'ssr', 'render-page.js'), 'utf8')).toContain('42')
})

test('only folders are languages', async () => {
  const folder = smallProject()
  writeFileSync(join(folder, 'web', 'text', '.DS_Store'), '')
  await buildIfStale(folder)
  expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['built-from', 'ssr', 'web'])
})

test('a failed build keeps the last pages and is tried again', async () => {
  const folder = smallProject()
  await buildIfStale(folder)
  writeFileSync(join(folder, 'web', 'main.ts'), 'this is no program')
  await expect(buildIfStale(folder)).rejects.toMatchObject({ code: 3 })
  expect(readFileSync(join(folder, 'dist', 'web', 'index.html'), 'utf8')).toContain('script')
  await expect(buildIfStale(folder)).rejects.toMatchObject({ code: 3 })
})

test('a failed compression leaves no partial build', async () => {
  const folder = smallProject()
  mkdirSync(join(folder, 'web', 'public', 'notes.txt.br'), { recursive: true })
  for (const file of ['notes.txt', 'notes.txt.br/in-the-way.png'])
    writeFileSync(join(folder, 'web', 'public', file), 'notes')
  await expect(buildIfStale(folder)).rejects.toMatchObject({ code: 3 })
  expect(halfDone(folder)).toEqual([])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves nothing half done', async (signal) => {
  const folder = smallProject()
  writeFileSync(
    join(folder, 'vite.config.ts'),
    `export default ({ isSsrBuild }) => isSsrBuild
      ? new Promise(() => setInterval(() => undefined, 1000))
      : { root: 'web', build: { emptyOutDir: true } }`,
  )
  const build = spawn(process.execPath, [join(folder, 'scripts', 'build-pages.mjs'), 'x'], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(build, 'exit')
  await expect.poll(() => halfDone(folder)).toHaveLength(1)
  build.kill(signal)
  expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null])
  expect(halfDone(folder)).toEqual([])
})
