import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)
}

/** For pages that React does not render. */
const TOKENS = readFileSync(
  join(import.meta.dirname, '..', '..', 'web', 'ui', 'tokens.css'),
  'utf8',
).replace(/\/\*.*?\*\//gs, '')

export function colourPair(name: string): readonly [light: string, dark: string] {
  const value = new RegExp(`^\\s*--${name}: (.+);$`, 'm').exec(TOKENS)?.[1] ?? ''
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  if (light === undefined || dark === undefined)
    throw new Error(`web/ui/tokens.css has no colour --${name}`)
  return [light, dark]
}

export const colour = (name: string): string => `light-dark(${colourPair(name).join(',')})`
