import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const SKIPPED = /(?:^|\/)(?:node_modules|dist|data|\.git|\.cache)(?:\/|$)/
const files = new Set(
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => !SKIPPED.test(path)),
)
/** Migrations to be written. */
const NOT_THERE_YET = /\/0NN-/
/** Records of decisions speak of files as they were. */
const RECORD = /^docs\/decisions\/\d/
const documents = [...files].filter((file) => file.endsWith('.md') && !RECORD.test(file))
const topFolders = [...files].filter((file) => !file.includes('/') && !/^\.|\./.test(file))

/** Each first group of a pattern in a text. */
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The anchor that GitHub gives each heading of a document. */
const anchorsOf = (file: string) =>
  all(read(file), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns whether a link of a document leads somewhere in the repository. */
function leads(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : normalize(join(from, '..', path)).replace(/\/$/, '')
  return files.has(target) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

describe.each(documents)('%s', (file) => {
  const text = read(file)

  test('links to files and headings that exist', () => {
    const links = all(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link))
    expect(links.filter((link) => !leads(file, link))).toEqual([])
  })

  test('names commands that exist', () => {
    const commands = all(text, /npm run (?:--silent )?([a-z:]+)/g)
    expect(commands.filter((command) => !Object.hasOwn(manifest.scripts, command))).toEqual([])
  })

  test('names files and folders that exist', () => {
    const paths = all(text, /`([\w.-]+\/[\w./-]+)`/g).map((path) => path.replace(/\/$/, ''))
    const own = paths.filter((path) => topFolders.includes(path.split('/', 1)[0] ?? ''))
    expect(own.filter((path) => !files.has(path) && !NOT_THERE_YET.test(path))).toEqual([])
  })
})

test('README names every command that a person runs', () => {
  const named = new Set(all(read('README.md'), /npm run ([a-z:]+)/g))
  expect(Object.keys(manifest.scripts).filter((script) => !named.has(script))).toEqual([
    'start',
    'test',
    // npm runs it after an installation.
    'prepare',
  ])
})

test('docs/settings.md lists every setting of .env.example once', () => {
  const rows = all(read('docs/settings.md'), /^\| (`[A-Z].*?) \|/gm).flatMap((row) =>
    all(row, /`([A-Z_]+)`/g),
  )
  expect(rows.sort()).toEqual(all(read('.env.example'), /^([A-Z_]+)=/gm).sort())
})

test('every decision is listed once', () => {
  const listed = all(read('docs/decisions/README.md'), /^- \[\d+\]\((.*?)\)/gm)
  const records = [...files].filter((file) => RECORD.test(file)).map((file) => basename(file))
  expect(listed.sort()).toEqual(records.sort())
})
