// npm run check:firefox: the journeys of e2e/firefox in an installed Firefox, else in Debian's.
// Passes arguments to Vitest.
import { existsSync } from 'node:fs'
import { setUp } from './set-up.mjs'

await setUp()
const { apt, mayInstall } = await import('./chromium.mjs')

const places = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const found = () => places.find((path) => path && existsSync(path))
if (!found() && mayInstall()) {
  console.log('Installing Firefox …')
  apt(['update'])
  apt(['install', 'firefox-esr', 'fonts-dejavu-core', 'fonts-noto-ui-core'])
}
const path = found()
if (!path) {
  console.error('No Firefox was found or could be installed: set FIREFOX_PATH to one.')
  process.exit(1)
}
process.env.FIREFOX_PATH = path
process.argv.splice(2, 0, '--project', 'firefox')
await import('./test.mjs')
