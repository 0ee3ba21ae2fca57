// A Chromium for the tests in a real browser: the machine's, else Debian's, else the one that Playwright fetches.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import { root } from './set-up.mjs'

// The headless shell first: it draws pages and no window around them, at half the cost.
const names = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const places = () => [process.env.CHROMIUM_PATH, ...names, onMac, playwright.executablePath()]

/** The path of a Chromium, installed first where there is none; ends the program where that cannot be done. */
export async function chromium() {
  const found = () => places().find((path) => path && existsSync(path))
  if (!found()) {
    console.log('Installing Chromium for the tests in the browser …')
    install()
  }
  const path = found()
  if (path) return path
  console.error('No Chromium was found or could be installed: set CHROMIUM_PATH to one.')
  process.exit(1)
}

function install() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status
    apt('update')
    if (apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-dejavu-core') === 0)
      return
  }
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
