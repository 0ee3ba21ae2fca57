import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const MAX_FILES = 20
/** Each half of the product has the same two beginnings. */
const IN_BOTH = new Set(['app', 'main'])

/** Source files of the product, tests and their fixtures left out. */
const sources = ['domain', 'contract', 'text', 'server', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ name }) => !/\.(test|fixture)\.tsx?$/.test(name))
    .map(({ parentPath, name }) => ({
      folder: parentPath.slice(root.length + 1),
      name: parse(name).name,
    })),
)

it(`no folder has more than ${MAX_FILES} source files`, () => {
  const folders = Map.groupBy(sources, ({ folder }) => folder)
  const tooFull = [...folders]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder]) => folder)
  expect(tooFull).toEqual([])
})

it('no two source files have the same name', () => {
  // The sentences of a feature, of each language, carry the feature's name.
  const code = sources.filter(({ folder }) => !/(?:^|\/)text\/?/.test(folder))
  const names = Map.groupBy(code, ({ name }) => name)
  const shared = [...names].filter(([name, files]) => files.length > 1 && !IN_BOTH.has(name))
  expect(Object.fromEntries(shared)).toEqual({})
})
