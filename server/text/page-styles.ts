import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(import.meta.dirname, '..', '..', 'web')

const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')
const ofWeb = (...names: string[]) =>
  names.map((name) => withoutComments(join(WEB, `${name}.css`))).join('\n')
const TOKENS = ofWeb('ui/tokens')

/** The sheets of the application, as they are written, that the frame of such a page takes. */
const FRAME = ofWeb(
  ...['navbar.module', 'mark.module', 'layout.module', 'theme/theme-switch.module'],
  'ui/components',
)

/**
 * Colours, sizes, a page's frame and its own sheet, for pages that the application does not render.
 * The base is below every other sheet, also below those that a page brings.
 */
export const pageStyles = (sheet: string): string =>
  [TOKENS, `@layer base{${ofWeb('ui/base')}}`, FRAME, withoutComments(sheet)].join('\n')

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
