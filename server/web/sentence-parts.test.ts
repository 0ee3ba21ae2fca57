import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listScreens } from '../../harness/browser/screens.ts'

const root = join(import.meta.dirname, '..', '..')
const english = join(root, 'text', 'en')

/** The part of the sentences that each area is in. */
const partOfArea = new Map(
  readdirSync(english, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const areas = JSON.parse(readFileSync(join(english, file), 'utf8')) as object
      return Object.keys(areas).map((area) => [area, file.split(/[/\\]/).at(-2) ?? ''] as const)
    }),
)

/** A file of the pages and all that it imports. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:^(?:im|ex)port (?!type)[^']*?from |import\()'(\.[^']+\.tsx?)'/gm,
  )
  for (const [, name = ''] of imports) withImports(join(dirname(file), name), found)
  return found
}

function partsUsed(files: ReadonlySet<string>): string[] {
  const areas = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\.(\w+)/g)].map(([, area = '']) => area),
  )
  return [...new Set(areas.flatMap((area) => partOfArea.get(area) ?? []))].filter(Boolean).sort()
}

/** The parts that files load themselves once they are needed. */
function partsLoadedLater(files: ReadonlySet<string>): string[] {
  return [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/loadSentences\(language\(\), '([\w-]+)'\)/g)].map(
      ([, part = '']) => part,
    ),
  )
}

test.each(await listScreens())(
  '$path loads the sentences that its files say, and no others',
  ({ modules: [module = '', ...more] }) => {
    const files = withImports(join(root, 'web', module))
    const loaded = more.flatMap((each) => /^en-(.+)$/.exec(each)?.[1] ?? [])
    expect(partsUsed(files)).toEqual([...loaded, ...partsLoadedLater(files)].sort())
  },
)
