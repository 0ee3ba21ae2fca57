import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The product's colours and sizes, for pages that React does not render. */
export const TOKENS = readFileSync(
  join(import.meta.dirname, '..', '..', 'web', 'ui', 'tokens.css'),
  'utf8',
).replace(/\/\*.*?\*\//gs, '')

/** Reads a colour of web/ui/tokens.css by its name. Throws if there is none. */
export function colourPair(name: string): readonly [light: string, dark: string] {
  const value = new RegExp(`^\\s*--${name}: (.+);$`, 'm').exec(TOKENS)?.[1] ?? ''
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  if (light === undefined || dark === undefined)
    throw new Error(`web/ui/tokens.css has no colour --${name}`)
  return [light, dark]
}

/** Returns a colour as a CSS value. */
export const colour = (name: string): string => `light-dark(${colourPair(name).join(',')})`
