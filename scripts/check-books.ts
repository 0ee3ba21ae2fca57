// npm run check:books: the installed ones of hledger, Ledger, Beancount and GnuCash read the
// exports and must return every rate.
import { storeFacts } from '../harness/database/store-facts.ts'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { currencies } from '../domain/currency.ts'
import { rateFromText } from '../domain/money.ts'
import { fillWithRates, startEnvironment } from '../harness/database/environment.ts'
import { Scope } from '../harness/scope.ts'

const DAYS = 365 * 20
/** A Friday and a Sunday. */
const [FRIDAY, SUNDAY] = ['2025-08-29', '2025-08-31']
const RATE = '302.4465'
/** GnuCash's time grows with the square of the prices: 2,000 take 2 s, 30,000 several minutes. */
const GNUCASH_FROM = '2025-06-01'
const SCRIPTS = join(import.meta.dirname, '..', 'docs', 'integrations')

await using scope = new Scope()
const { folder } = scope
const environment = await startEnvironment(scope)
const { owner } = environment
const problems: string[] = []
const file = (name: string) => join(folder, name)

/** Splits `command` at spaces. Throws the command's message. */
function run(command: string, env: Readonly<Record<string, string>> = {}): string {
  const [program = '', ...args] = command.split(' ')
  const child = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 2 ** 28,
    // Ledger ignores prices after the machine's day.
    env: { ...process.env, LANG: 'C.UTF-8', TZ: 'Asia/Colombo', HOME: folder, ...env },
  })
  if (child.error) throw child.error
  if (child.status !== 0) throw new Error(`${command}: ${child.stderr.slice(0, 2000)}`)
  return child.stdout
}

function versionOf(program: string): string | undefined {
  const { error, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return error ? undefined : stdout.split('\n', 1)[0]
}

/** Rates in ten-thousandths by `USD 2025-08-29`. */
function ratesIn(text: string, line: RegExp): Map<string, number> {
  const rates = new Map<string, number>()
  for (const { groups = {} } of text.matchAll(line)) {
    const { day = '', currency = '', rate = '' } = groups
    const units = rateFromText(rate.replaceAll(',', ''))
    if (typeof units === 'number') rates.set(`${currency} ${day.replaceAll('/', '-')}`, units)
  }
  return rates
}

const PRICE_LINE =
  /^P (?<day>\d{4}.\d\d.\d\d)(?: [\d:]{8})? "?(?<currency>[A-Z]{3})"? +(?<rate>[\d.,]+) LKR/gm
const BEANCOUNT_LINE =
  /^(?<day>\d{4}-\d\d-\d\d) price (?<currency>[A-Z]{3}) +(?<rate>[\d.,]+) LKR/gm

/** Throws with the first difference. */
function sameRates(
  given: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): string {
  for (const [day, rate] of expected)
    if (given.get(day) !== rate)
      throw new Error(`${day} is ${given.get(day)} instead of ${rate} ten-thousandths`)
  if (given.size !== expected.size)
    throw new Error(`${given.size} rates instead of ${expected.size}`)
  return `rates the same: ${given.size} of ${expected.size}`
}

/** Friday's rate values a dollar on the Sunday. */
function hasRate(text: string, rate: string): string {
  if (!text.includes(rate)) throw new Error(`${rate} is not in:\n${text.slice(0, 2000)}`)
  return `one USD on ${SUNDAY} is ${rate}`
}

/**
 * Books with one unit of each currency: Ledger prices only what they contain, with their decimals.
 */
const BOOKS = `commodity LKR
    format 1000.0000 LKR

${FRIDAY.replaceAll('-', '/')} * One of each
${currencies()
  .map((currency) => `    assets:${currency}    1 ${currency}\n`)
  .join('')}    equity:opening
`

type Check = (expected: ReadonlyMap<string, number>) => string

const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  hledger: {
    'reads every price': (expected) =>
      sameRates(ratesIn(run('hledger -f all.ledger prices'), PRICE_LINE), expected),
    'values one unit': () =>
      hasRate(
        run(`hledger -f books.ledger -f all.ledger balance assets:USD --value=${SUNDAY},LKR`),
        RATE,
      ),
  },
  ledger: {
    'reads every price': (expected) =>
      sameRates(
        ratesIn(run('ledger -f books.ledger --price-db all.ledger pricedb'), PRICE_LINE),
        expected,
      ),
    'values one unit': () => {
      const balance = 'balance assets:USD -X LKR --now'
      return hasRate(run(`ledger -f books.ledger --price-db all.ledger ${balance} ${SUNDAY}`), RATE)
    },
  },
  'bean-check': {
    'finds nothing wrong': () => run('bean-check all.beancount') || 'no error',
  },
  'bean-report': {
    'reads every price': (expected) =>
      sameRates(ratesIn(run('bean-report all.beancount all_prices'), BEANCOUNT_LINE), expected),
  },
  'bean-price': {
    'fetches the rate of a day, under its own day': () => {
      const text = run(`bean-price --no-cache --date=${SUNDAY} -e LKR:rupee_rates/USD`, {
        PYTHONPATH: [SCRIPTS, process.env['PYTHONPATH'] ?? ''].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
        RUPEE_RATES_URL: server.url,
      })
      return sameRates(
        ratesIn(text, BEANCOUNT_LINE),
        new Map([[`USD ${FRIDAY}`, Number(RATE) * 10_000]]),
      )
    },
  },
  'gnucash-cli': {
    'imports every price': (expected) => {
      const [engine] = globSync('/usr/lib/*/gnucash/libgnc-engine.so')
      if (engine === undefined) throw new Error('its libraries are not where Debian has them')
      const libraries = dirname(engine)
      const paths = [libraries, join(libraries, 'gnucash')].join(delimiter)
      cpSync(join(import.meta.dirname, 'gnucash-prices.py'), file('gnucash-prices.py'))
      const program = `python3 gnucash-prices.py ${libraries} all.gnucash.csv`
      const text = run(program, { LD_LIBRARY_PATH: paths })
      const recent = [...expected].filter(([day]) => day.slice('USD '.length) >= GNUCASH_FROM)
      return sameRates(ratesIn(text, PRICE_LINE), new Map(recent))
    },
  },
}

const PACKAGES: Readonly<Record<string, string>> = {
  hledger: 'hledger',
  ledger: 'ledger',
  'gnucash-cli': 'gnucash',
}

/** Includes the smallest and the largest possible rate. */
async function fill(): Promise<Map<string, number>> {
  await fillWithRates(owner, DAYS)
  for (const [currency, rate] of Object.entries({ USD: RATE, GBP: '0.0001', CAD: '99999999.9999' }))
    await storeFacts(
      owner,
      `SELECT '${currency}' AS currency, 'indicative' AS kind, 'feed' AS source,
        'cbsl' AS publisher, '${FRIDAY}' AS date, ${rate} AS rate`,
    )
  const { rows } = await sql<{ day: string; units: string }>`
    SELECT currency || ' ' || date AS day, (rate * 10000)::bigint::text AS units
    FROM live_fact WHERE subject = 'rate'`.execute(owner)
  return new Map(rows.map(({ day, units }) => [day, Number(units)]))
}

const expected = await fill()
const server = await environment.server({ RATE_FEED: 'cbsl', RATE_FEED_URL: 'http://127.0.0.1:9' })
for (const [format, from] of [
  ['ledger', '1900-01-01'],
  ['beancount', '1900-01-01'],
  ['gnucash.csv', GNUCASH_FROM],
]) {
  const begun = performance.now()
  const response = await fetch(`${server.url}/api/export/all.${format}?from=${from}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  writeFileSync(file(`all.${format}`), text)
  const ms = Math.round(performance.now() - begun)
  console.log(`all.${format}: ${text.split('\n').length - 1} lines, ${text.length} bytes, ${ms} ms`)
}
writeFileSync(file('books.ledger'), BOOKS)
for (const [program, checks] of Object.entries(CHECKS)) {
  const version = versionOf(program)
  if (version === undefined) {
    console.log(
      `${program}: skipped, install Debian's package ${PACKAGES[program] ?? 'beancount'} to check it`,
    )
    continue
  }
  for (const [what, check] of Object.entries(checks)) {
    const begun = performance.now()
    try {
      const found = check(expected)
      console.log(
        `${program} ${what}: ${found} (${version}; ${Math.round(performance.now() - begun)} ms)`,
      )
    } catch (error) {
      problems.push(`${program} ${what}`)
      console.error(`${program} ${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
console.log(problems.length === 0 ? 'Nothing wrong.' : `Wrong: ${problems.join(', ')}`)
process.exitCode = problems.length === 0 ? 0 : 1
