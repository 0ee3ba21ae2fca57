import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const UI = join(import.meta.dirname, '..', '..', 'web', 'ui')

const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')
const TOKENS = withoutComments(join(UI, 'tokens.css'))

/**
 * Colours, sizes, a page's frame and its own sheet, for pages that the application does not render.
 * One that has sheets of its own is without the base.
 */
export function pageStyles(sheet: string, hasBase = true): string {
  const base = hasBase ? ['base.css', 'disclosure.module.css'].map((each) => join(UI, each)) : []
  const others = [...base, join(import.meta.dirname, 'page-frame.css'), sheet]
  return [TOKENS, ...others.map(withoutComments)].join('\n')
}

/**
 * A colour of web/ui/tokens.css by its name (`on-page`), for light and dark. Throws where there is
 * none.
 */
export function colourPair(name: string): readonly [light: string, dark: string] {
  const value = new RegExp(`^\\s*--${name}: (.+);$`, 'm').exec(TOKENS)?.[1] ?? ''
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  if (light === undefined || dark === undefined)
    throw new Error(`web/ui/tokens.css has no colour --${name}`)
  return [light, dark]
}

/** The same as a value of CSS. */
export const colour = (name: string): string => `light-dark(${colourPair(name).join(',')})`
