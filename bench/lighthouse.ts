import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { figure, ratios, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { listScreens } from '../harness/browser/screens.ts'
import { chromiumPath, launchBrowser } from '../harness/browser/built-browser.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { serveStaticRates } from './references/static-rates.ts'

const ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/**
 * A 404 must not be indexed, and its status is an error in the console: `seo` and `best-practices`
 * cannot be full.
 */
const NOT_THERE = '/no-such-page'
const OTHER_PAGES = ['/privacy', '/si/rates', '/ta/rates', NOT_THERE]
const NOT_SCORED: readonly string[] = ['best-practices', 'seo']

interface Report {
  readonly categories: Readonly<
    Record<string, { score: number; auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { numericValue?: number; score: number | null }>>
}

export const lighthouse: Scenario = {
  title:
    'Lighthouse, mobile: every public page, times against a static page with the text of /rates',
  async run(scope) {
    const packages = installed('lighthouse@13.5.0')
    const cli = join(packages, 'lighthouse', 'cli', 'index.js')
    const environment = await startEnvironment(scope, { days: 400 })
    const product = await environment.server()
    const browser = await launchBrowser(scope)
    const staticSite = await serveStaticRates(scope, browser, product.url)
    await browser.close()
    const pages = [...(await publicPages()), ...OTHER_PAGES]
    const reports: Record<string, Report[]> = {}
    for (let round = 0; round < ROUNDS; round++)
      for (const page of ['static', ...pages])
        (reports[page] ??= []).push(
          await runLighthouse(cli, page === 'static' ? staticSite.url : product.url + page),
        )
    const stillReports = reports['static']!
    return [
      ...pages.flatMap((page) => figuresOf(page, reports[page]!, stillReports)),
      figure('static page: first paint', valuesOf('first-contentful-paint', stillReports), 'ms'),
      ...pages.flatMap((page) => lost(page, reports[page]!.at(-1)!)),
    ]
  },
}

async function publicPages(): Promise<string[]> {
  const screens = await listScreens()
  return screens
    .filter(({ access, path }) => access !== 'signed-in' && path !== '*')
    .map(({ at }) => at)
}

/** Tries again after NO_NAVSTART: one trace in some dozens has no beginning. */
async function runLighthouse(cli: string, url: string): Promise<Report> {
  return runOnce(cli, url).catch((error: unknown) => {
    if (String(error).includes('NO_NAVSTART')) return runOnce(cli, url)
    throw error
  })
}

async function runOnce(cli: string, url: string): Promise<Report> {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, url, '--output=json', '--quiet', '--ignore-status-code', `--chrome-flags=${flags}`],
    {
      env: { ...process.env, CHROME_PATH: await chromiumPath() },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
    },
  )
  return JSON.parse(stdout) as Report
}

const valuesOf = (audit: string, reports: readonly Report[]) =>
  reports.map(({ audits }) => audits[audit]?.numericValue ?? Infinity)

function figuresOf(
  page: string,
  reports: readonly Report[],
  staticSite: readonly Report[],
): Figure[] {
  const against = (audit: string) => ratios(valuesOf(audit, reports), valuesOf(audit, staticSite))
  const scores = (name: string) =>
    reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
  const scored = CATEGORIES.filter((name) => page !== NOT_THERE || !NOT_SCORED.includes(name))
  return [
    figure(`${page}: first paint / static`, against('first-contentful-paint'), '×', {
      atMost: 1.1,
    }),
    figure(`${page}: largest paint / static`, against('largest-contentful-paint'), '×', {
      atMost: 1.1,
    }),
    figure(`${page}: layout shift`, valuesOf('cumulative-layout-shift', reports), '', {
      atMost: 0,
    }),
    figure(`${page}: blocking time`, valuesOf('total-blocking-time', reports), 'ms', {
      atMost: 50,
    }),
    ...scored.map((name) => figure(`${page}: ${name}`, scores(name), '', { atLeast: 100 })),
  ]
}

function lost(page: string, { categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${page} loses points by ${id}`),
  )
}

function installed(name: string): string {
  const folder = join(import.meta.dirname, '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  const flags = ['--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, name], { stdio: ['ignore', 'ignore', 'pipe'] })
  return join(folder, 'node_modules')
}
