// npm run demo [-- --keep]: the product with generated rates, its own data folder and one sign-in
// link. Deletes the folder at the end unless `--keep` is given.
import '../../server/text/load-sentences.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import { BANKS, businessDays, CURRENCIES, indicativeRate } from './figures.ts'
import { ADMIN_EMAILS, seed, VISITOR_EMAIL } from './seed.ts'

const root = join(import.meta.dirname, '..', '..')
const NOTICE = textIn('en').demo.notice
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

const { values } = parseArgs({ options: { keep: { type: 'boolean' } } })
refuseOtherAddresses()
const build = [join(root, 'scripts', 'build.mjs'), '--if-stale']
if (spawnSync(process.execPath, build, { stdio: 'inherit' }).status !== 0) process.exit(1)

const today = dayInColombo(new Date())
const folder = mkdtempSync(join(tmpdir(), 'rupee-rates-demo-'))
const publisher = await startPublisher()
const server = startServer(publisher.url)
// The server gets Ctrl-C too; this program ends after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
let failed = false
process.on('uncaughtException', (error) => {
  console.error(error)
  failed = true
  server.kill('SIGTERM')
})
server.once('exit', (status) => {
  if (values.keep) console.log(`The demo's data is in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
  process.exit(failed ? 1 : (status ?? 0))
})

const { origin, mailbox, key } = await readAddresses()
console.log('Filling the demo …')
const link = await seed(origin, key, today, folder)
console.log(`
${NOTICE}
  Pages:     ${origin}
  Sign in:   ${link}
             (valid for 10 minutes; afterwards sign in as ${VISITOR_EMAIL} with a code from the mailbox)
  Mailbox:   ${mailbox}
  Sheets:    ${join(folder, 'demo-invoices.csv')}, to check at ${origin}/check
             ${join(folder, 'demo-documents.csv')}, to fill in at ${origin}/check?do=fill
             ${join(folder, 'demo-balances.csv')}, to value at ${origin}/check?do=value
  Ctrl-C stops the demo${values.keep ? '' : ' and deletes its data'}.`)

/**
 * Everyone who sees the terminal can sign in, so the demo must not be reachable from elsewhere.
 */
function refuseOtherAddresses(): void {
  const { HOST = '', PUBLIC_URL = '' } = process.env
  const hosts = [HOST, PUBLIC_URL && new URL(PUBLIC_URL).hostname].filter((host) => host !== '')
  const other = hosts.find((host) => !LOOPBACK.test(host))
  if (other === undefined) return
  console.error(`The demo only runs on this machine: ${other} is not a loopback address.`)
  process.exit(1)
}

/** Serves generated indicative rates in the format of Frankfurter's API. */
async function startPublisher(): Promise<{ url: string }> {
  const published = businessDays(today)
  const publisher = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://demo').searchParams
    const currency = CURRENCIES.find((each) => each === query.get('base'))
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    const rows = published
      .filter((date) => currency && date >= from && date <= to)
      .map((date) => ({
        date,
        base: currency,
        quote: 'LKR',
        rate: indicativeRate(currency ?? 'USD', date),
      }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(rows))
  }).listen(0, '127.0.0.1')
  await once(publisher, 'listening')
  publisher.unref()
  return { url: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}` }
}

function startServer(publisherUrl: string) {
  const env = process.env
  return spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...env,
      NODE_ENV: 'production',
      HOST: env['HOST'] || '127.0.0.1',
      DATA_DIR: folder,
      SMTP_URL: '',
      DATABASE_URL: '',
      RATE_FEED: 'cbsl',
      RATE_FEED_URL: publisherUrl,
      CURRENCIES: CURRENCIES.join(','),
      PUBLISHERS: Object.entries(BANKS)
        .map(([code, name]) => `${code}:${name}`)
        .join(','),
      ADMINS: ADMIN_EMAILS.join(','),
      NOTICE,
      DOWNLOAD_PREFIX: 'demo-',
      LOG_LEVEL: env['LOG_LEVEL'] || 'error',
    },
  })
}

async function readAddresses(): Promise<{ origin: string; mailbox: string; key: string }> {
  let origin = ''
  for await (const line of createInterface({ input: server.stdout })) {
    origin ||= / is at (\S+)/.exec(line)?.[1]?.replace(/\/$/, '') ?? ''
    const mailbox = /http\S+\/dev\/mailbox\?key=[\w-]+/.exec(line)?.[0]
    if (mailbox !== undefined) {
      const key = new URL(mailbox).searchParams.get('key') ?? ''
      return { origin: origin.replace(/ .*/, ''), mailbox, key }
    }
  }
  throw new Error('The server ended before it was ready.')
}
