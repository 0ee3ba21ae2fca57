// A Chromium for the tests in a real browser: the machine's, else Debian's, else the one that
// Playwright fetches.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import { root } from './set-up.mjs'

// The headless shell first: it draws pages and no window around them, at half the cost.
const debian = '/usr/bin/chromium'
const names = [
  '/usr/bin/chromium-headless-shell',
  debian,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
/** Without those of Sinhala and Tamil their pages would be measured as rows of empty boxes. */
const FONTS = ['fonts-dejavu-core', 'fonts-noto-ui-core']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const places = () => [process.env.CHROMIUM_PATH, ...names, onMac, playwright.executablePath()]
const found = () => places().find((path) => path && existsSync(path))

/**
 * The path of a Chromium: installed first where there is none, and the headless shell beside
 * Debian's own where this account may install it. Ends the program where there is none in the end.
 */
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

/**
 * In the version that Chromium has, so that no package of the machine is changed. Where it cannot
 * be had, Chromium does.
 */
function installShell() {
  const query = spawnSync('dpkg-query', ['-W', '-f=${Version}', 'chromium'], { encoding: 'utf8' })
  console.log('Installing the headless shell, which makes the tests in the browser quicker …')
  if (!readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages')))
    apt(['update'], 'ignore')
  apt(['install', `chromium-headless-shell=${query.stdout}`], 'ignore')
}

/** Whether this account may install Debian's packages. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Runs apt-get; gives whether it succeeded. */
export function apt([command, ...packages], errors = 'inherit') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const flags = ['-qq', '-y', '--no-install-recommends', '-o', 'Acquire::Retries=0']
  const all = [...flags, command, ...packages]
  return spawnSync('apt-get', all, { env, stdio: ['ignore', 'ignore', errors] }).status === 0
}
