import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PARTS, WORK_PARTS } from '../text/parts.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

const TEXT = join(import.meta.dirname, '..', 'text', 'en')

const partOfArea = new Map(
  [...PARTS, ...WORK_PARTS].flatMap((part) =>
    readdirSync(join(TEXT, part)).flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(TEXT, part, file), 'utf8')) as object).map(
        (area) => [area, part] as const,
      ),
    ),
  ),
)

/** The file and what it imports, except at a later time. */
function modulesFrom(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.tsx?)'/g)
  for (const [, path = ''] of imports) modulesFrom(join(dirname(file), path), found)
  return found
}

function partsSaid(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8')
  const areas = [
    ...[...code.matchAll(/\bt\.(\w+)/g)].map(([, area = '']) => area),
    ...[...code.matchAll(/const \{([^}]+)\} = t\n/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
    ),
  ]
  return areas.flatMap((area) => partOfArea.get(area) ?? [])
}

/** A part of `/enter` that loads its sentences when it opens. */
const CUSTOMS_WEEK = {
  path: 'the week of customs rates',
  file: 'entries/customs-week.tsx',
  parts: ['public', 'work', 'sheets'],
}

it.each([...SCREENS, NOT_FOUND, CUSTOMS_WEEK])(
  '$path loads the sentences that its code says',
  (screen) => {
    const said = [...modulesFrom(join(import.meta.dirname, screen.file))]
      // Pages share these, and call different functions of them.
      .filter((file) => !/text\/names|web\/work-tabs/.test(file))
      .flatMap((file) => partsSaid(file).map((part) => `${part}: ${file.split('/web/').at(-1)}`))
    expect(
      new Set(said.filter((each) => !screen.parts.includes(each.split(':')[0] as never))),
    ).toEqual(new Set())
  },
)
