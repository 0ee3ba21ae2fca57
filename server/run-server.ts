import './text/load-sentences.ts'
import { flushCompileCache } from 'node:module'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { createDependencies } from './deps.ts'
import { hasMailbox, readConfig, type Config, isLoopback } from './config.ts'
import { connect, LONG, VERIFYING } from './database/connection.ts'
import { DatabaseClock } from './database/database-clock.ts'
import { openDatabase } from './database/open-database.ts'
import { measurePoolLoad } from './database/availability.ts'
import { compareKeys } from './operations/compare-keys.ts'
import { readFreeBytes } from './http/error-handler.ts'
import { freePort } from './operations/free-port.ts'
import { jsonLog } from './operations/json-log.ts'
import { loadSecretKey } from './identity/secrets.ts'
import { Shutdown } from './operations/shutdown.ts'
import { StartError } from './start-error.ts'
import type { PageSource } from './pages/built-pages.ts'

// Otherwise garbage grows to several times what is kept: 650 MB instead of 385 while two million
// rates are verified. Costs 7 % more processor time then.
setFlagsFromString('--heap-growing-percent=40')

/** For reads, and as many for everything else. */
const POOL_SIZE = 4
/** With Node's 511, clients of a burst seem connected before the server sees them. */
const BACKLOG = 4096

interface RunOptions {
  /** False if the pages could not be built. */
  readonly built?: Promise<boolean>
  readonly pages?: PageSource
}

export async function runServer(env: NodeJS.ProcessEnv, options: RunOptions = {}): Promise<void> {
  const shutdown = new Shutdown()
  await shutdown.guard(start(env, options, shutdown))
}

async function start(
  env: NodeJS.ProcessEnv,
  options: RunOptions,
  shutdown: Shutdown,
): Promise<void> {
  const { built = Promise.resolve(true), pages } = options
  const config = await withPort(env)
  const log = jsonLog(config.logLevel)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    void shutdown.end(1)
    try {
      log.fatal(error, 'an error that nobody caught; the server ends')
    } catch {
      // An error in this handler would end the process without stopping the database.
    }
  })

  process.removeAllListeners('warning') // Node's own, which would print text among the lines
  process.on('warning', (warning) => log.warn(warning, 'a warning of the runtime'))

  shutdown.add(3000, () => built) // what builds them gets the signal as well, and clears up
  const database = await openDatabase(config, (sentence) => log.warn(sentence))
  shutdown.add(4000, database.stop)
  const onLostConnection = (error: Error) => {
    if (!shutdown.begun) log.warn(error, 'an idle connection was lost')
  }
  const writes = connect(database.appUrl, { max: POOL_SIZE, onLostConnection })
  const reads = connect(database.appUrl, { max: POOL_SIZE, onLostConnection })
  // A pooler would ignore their time-outs and search path.
  const long = connect(database.listenUrl, { onLostConnection, ...LONG })
  const verifying = connect(database.listenUrl, { max: 1, onLostConnection, ...VERIFYING })
  shutdown.add(500, () =>
    Promise.all([writes, reads, long, verifying].map(({ db }) => db.destroy())),
  )
  const clock = await DatabaseClock.start(writes.db)

  if (!(await built))
    throw new StartError('The pages could not be built; what Vite says about it is above.')
  const folders = [config.dataDir, ...(config.databaseUrl === undefined ? [database.place] : [])]
  const mailboxKey = randomBytes(16).toString('base64url')
  const webRoot = join(import.meta.dirname, '..', 'dist')
  const deps = await createDependencies({
    config,
    log,
    db: writes.db,
    readDb: reads.db,
    longDb: long.db,
    verifyDb: verifying.db,
    pools: { reads: measurePoolLoad(reads.pool), writes: measurePoolLoad(writes.pool) },
    freeBytes: () => readFreeBytes(folders),
    listenUrl: database.listenUrl,
    clock: clock.now,
    secretKey: await loadSecretKey(config),
    mailboxKey,
    webRoot: existsSync(join(webRoot, 'web')) ? webRoot : null,
    background: true,
  })
  await compareKeys(deps)
  const app = await buildApp(deps, pages)
  shutdown.add(3500, () => app.close())
  if (shutdown.begun) return
  await app
    .listen({ port: config.port, host: config.host, backlog: BACKLOG })
    .catch(explain(config))
  // Otherwise written at the process's end, which a kill would skip.
  flushCompileCache()
  console.log(startLines(config, database.place, mailboxKey))
}

/** The public address in emails is made from the port. */
async function withPort(env: NodeJS.ProcessEnv): Promise<Config> {
  const config = readConfig(env)
  if (config.port !== 0) return config
  const port = await freePort(config.host)
  return readConfig({ ...env, PORT: String(port) })
}

function explain({ host, port }: Config) {
  return (cause: unknown): never => {
    const reasons: Partial<Record<string, string>> = {
      EADDRINUSE:
        `Port ${port} on ${host} is in use: stop what listens there, or set PORT to ` + 'another.',
      EACCES: `Port ${port} may not be used by this account: set PORT to one above 1023.`,
      EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine.`,
      ENOTFOUND: `HOST is ${host}, which has no address.`,
    }
    const sentence = reasons[(cause as NodeJS.ErrnoException).code ?? '']
    throw sentence === undefined ? cause : new StartError(sentence, { cause })
  }
}

function startLines(config: Config, place: string, mailboxKey: string): string {
  const { publicUrl, host, port, dataDir, admins } = config
  const behindProxy = new URL(publicUrl).port !== String(port) || !isLoopback(host)
  return [
    `${config.providerName} is at ` +
      `${publicUrl}${behindProxy ? ` (listening on ${host}, port ${port})` : ''}`,
    emailsLine(config, mailboxKey),
    ...(admins.length === 0 ? ['Nobody is an administrator: set ADMINS=you@example.lk'] : []),
    'The data is in ' +
      (place.startsWith(dataDir + sep) ? dataDir : `${place}, keys and checkpoints in ${dataDir}`),
  ].join('\n')
}

function emailsLine({ smtpUrl, host, port, publicUrl }: Config, mailboxKey: string): string {
  if (smtpUrl !== undefined) return `Emails go to the mail server ${new URL(smtpUrl).host}`
  const place = hasMailbox({ smtpUrl, host, publicUrl })
    ? `read them at http://localhost:${port}/dev/mailbox?key=${mailboxKey}`
    : 'they are in the log only, because PUBLIC_URL is not an address of this machine'
  return `Emails are not sent (SMTP_URL is unset): ${place}`
}
