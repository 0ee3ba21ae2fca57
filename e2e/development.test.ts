import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { startProgram } from '../harness/process/program.ts'
import { PATIENCE_MS } from '../harness/until.ts'
import { freePort } from '../server/operations/free-port.ts'
import { temporaryFolderOfFile } from '../server/testing/temporary-folder.ts'

const project = join(import.meta.dirname, '..')
const folder = temporaryFolderOfFile()
for (const name of ['contract', 'domain', 'scripts', 'server', 'text', 'web'])
  cpSync(join(project, name), join(folder, name), { recursive: true })
for (const name of ['package.json', 'package-lock.json', 'vite.config.ts'])
  cpSync(join(project, name), join(folder, name))
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const development = startProgram(join(folder, 'scripts', 'dev.mjs'), {
  env: {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    RATE_FEED: 'off',
  },
})
afterAll(() => development.end('SIGTERM'))
await development.hasPrinted('The data is in')

const page = join(folder, 'web', 'home', 'home-page.tsx')
const source = readFileSync(page, 'utf8')
const textOf = async (path: string) => {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } })
  return (await response.text()).replace(/<!-- -->/g, '')
}
/** How often the server has been started. */
const starts = () => development.stdout().split('The data is in').length - 1

test('npm run dev renders on the server, reloads an edit and reports hydration errors', async () => {
  const rendered = /<div id="root">(.*)<\/div><script type="application\/json"/s.exec(
    await textOf('/'),
  )?.[1]
  expect(rendered).toMatch(/US Dollar.*\d{3}\.\d{4}/s)

  const browser = await chromium.connect(inject('browserEndpoint'))
  const context = await browser.newContext()
  // The modules are compiled at the first request.
  context.setDefaultTimeout(PATIENCE_MS)
  const tab = await context.newPage()
  const errors: string[] = []
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  tab.on('pageerror', (error) => errors.push(error.message))
  await tab.goto(`${url}/`)
  await tab.locator('html[data-hydrated]').waitFor()
  expect(errors).toEqual([])

  await tab.evaluate('window.stillTheSame = true')
  const heading = 'Currency Exchange, edited'
  writeFileSync(page, source.replace('{t.home.title}', heading))
  await tab.getByRole('heading', { name: heading }).waitFor()
  expect(await tab.evaluate('window.stillTheSame')).toBe(true)
  await expect.poll(() => textOf('/')).toContain(heading)

  writeFileSync(
    page,
    source.replace('{t.home.title}', "{typeof window === 'undefined' ? 'server' : 'browser'}"),
  )
  await expect.poll(() => textOf('/')).toContain('>server</')
  await tab.goto(`${url}/`)
  await expect.poll(() => errors.join('\n')).toMatch(/hydrat.*\+\s+browser.*-\s+server/s)
  expect(starts()).toBe(1)
  await context.close()
  await browser.close()
})
