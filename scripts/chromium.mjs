// Finds a Chromium for browser tests: installed, Debian's, or Playwright's.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import { root } from './set-up.mjs'

// The headless shell costs half.
const debian = '/usr/bin/chromium'
const names = [
  '/usr/bin/chromium-headless-shell',
  debian,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
/** Sinhala and Tamil pages would be measured as empty boxes. */
const FONTS = ['fonts-dejavu-core', 'fonts-noto-ui-core']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const places = () => [process.env.CHROMIUM_PATH, ...names, onMac, playwright.executablePath()]
const found = () => places().find((path) => path && existsSync(path))

/** Returns a Chromium's path and installs one if needed. Ends the program if it cannot. */
export async function chromium() {
  if (!found()) install()
  else if (found() === debian && mayInstall()) installShell()
  const path = found()
  if (path) return path
  console.error('No Chromium was found or could be installed: set CHROMIUM_PATH to one.')
  process.exit(1)
}

function install() {
  console.log('Installing Chromium for the tests in the browser …')
  if (mayInstall()) {
    apt(['update'])
    if (apt(['install', 'chromium-headless-shell', ...FONTS])) return
  }
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** In Chromium's version, so that no installed package changes. Without it, Chromium is used. */
function installShell() {
  const query = spawnSync('dpkg-query', ['-W', '-f=${Version}', 'chromium'], { encoding: 'utf8' })
  console.log('Installing the headless shell, which makes the tests in the browser quicker …')
  if (!readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages')))
    apt(['update'], 'ignore')
  apt(['install', `chromium-headless-shell=${query.stdout}`], 'ignore')
}

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Returns true on success. */
export function apt([command, ...packages], errors = 'inherit') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const flags = ['-qq', '-y', '--no-install-recommends', '-o', 'Acquire::Retries=0']
  const all = [...flags, command, ...packages]
  return spawnSync('apt-get', all, { env, stdio: ['ignore', 'ignore', errors] }).status === 0
}
