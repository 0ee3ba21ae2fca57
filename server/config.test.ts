import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, configKeys, readConfig, isLoopback } from './config.ts'

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const smtp = { SMTP_URL: 'smtp://mail.example.org:587' }

describe('the configuration', () => {
  test('has a default for every variable', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseListenUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Rupee Rates <no-reply@localhost>',
      publicUrl: 'http://localhost:3000',
      registration: 'open',
      registrationDomains: [],
      admins: [],
      publicNames: false,
      auditDetails: 'all',
      strangerEmailsPerHour: 500,
      siteName: 'Rupee Rates',
      providerName: 'Rupee Rates',
      currencies: ['USD', 'AUD', 'CAD', 'GBP'],
      rateFeed: 'cbsl',
      rateFeedUrl: undefined,
      rateFeedUserAgent: 'rupee-rates (+http://localhost:3000)',
      publishers: [],
      trustProxy: false,
      logLevel: 'info',
      secretKey: undefined,
      secretKeyOld: undefined,
      checkpointDir: undefined,
      auditPublicKeys: [],
      maxEventLoopDelay: 500,
      metricsPort: undefined,
      corsOrigins: [],
    })
  })

  test('treats an empty value as unset', () => {
    expect(readConfig(Object.fromEntries(configKeys().map((key) => [key, ' '])))).toEqual(
      readConfig({}),
    )
  })

  test('derives default addresses from port and public address', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(
      readConfig({ PUBLIC_URL: 'https://rates.example.org/', REGISTRATION: 'open' }),
    ).toMatchObject({
      publicUrl: 'https://rates.example.org',
      mailFrom: 'Rupee Rates <no-reply@rates.example.org>',
    })
  })

  test.each([
    ['PORT', ['3001', '0'], ['x', '-1', '65536', '3e3', '0x10', '3000.5']],
    ['HOST', ['::1', '127.0.0.2', 'localhost'], ['a b', 'http://x', '-x']],
    [
      'DATABASE_URL',
      ['postgres://a:b@h/d', 'postgresql://a@/d?host=/run/pg'],
      ['mysql://h/d', 'h/d', '/d'],
    ],
    ['SMTP_URL', ['smtp://h', 'smtps://u:p@h:465'], ['http://h', 'h:25']],
    [
      'MAIL_FROM',
      ['a@b.org', 'Rates <a@b.org>'],
      ['a', 'Rates a@b.org', 'a@b.org\nBcc: c@d.org', '<a@b>, <c@d>'],
    ],
    [
      'PUBLIC_URL',
      ['http://localhost', 'http://127.0.0.1:81/'],
      ['a.org', 'https://a.org/b', 'ftp://a.org', 'https://a.org?x'],
    ],
    ['REGISTRATION', ['open', 'invited', 'approved'], ['closed', 'OPEN']],
    ['REGISTRATION_DOMAINS', [], ['bank', '@bank.lk', 'bank.lk;x.lk', 'bank.lk/x']],
    ['ADMINS', ['a@b.lk', 'A@b.lk, c@d.lk'], ['a', 'a@b.lk;c@d.lk', '@b.lk']],
    ['PUBLIC_NAMES', ['on', 'off'], ['yes', '1']],
    ['AUDIT_DETAILS', ['all', 'own'], ['none']],
    ['STRANGER_EMAILS_PER_HOUR', ['1', '99999'], ['0', '-1', '1e3', '100000']],
    ['SITE_NAME', ['Rates of Kandy'], ['<b>', 'x'.repeat(61)]],
    ['NOTICE', ['Closed <today>.'], ['a\nb', 'x'.repeat(201)]],
    ['PROVIDER_NAME', ['Bank of Kandy'], ['<b>', 'x'.repeat(61)]],
    ['CURRENCIES', ['USD', 'eur, jpy'], ['EURO', 'XYZ', 'USD,USD', 'USD,LKR', 'USD;EUR', ',']],
    ['RATE_FEED', ['cbsl', 'currency-api', 'off'], ['CBSL', 'ecb']],
    [
      'PUBLISHERS',
      ['sampath:Sampath Bank, hnb: HNB', 'b-2:B'],
      [
        ...['sampath', 'Sampath:S', '2b:B', 'cbsl:C', 'manual:M', 'sample:S', 'all:A', 'a:', ':A'],
        ...['a:A,a:B', 'a:A,b:a', `a:${'x'.repeat(61)}`, `${'a'.repeat(31)}:A`, 'a:<b>'],
      ],
    ],
    ['RATE_FEED_URL', ['http://127.0.0.1:9/x'], ['file:///x', 'x']],
    [
      'RATE_FEED_USER_AGENT',
      ['bank of kandy (+https://rates.example.lk)'],
      ['රුපියල්', 'x'.repeat(201)],
    ],
    [
      'TRUST_PROXY',
      ['loopback', '10.0.0.0/8, ::1'],
      ['true', '0', '1', '10.0.0.0/33', '10.0.0', '::1/129'],
    ],
    ['LOG_LEVEL', ['debug', 'silent'], ['INFO', 'loud']],
    [
      'SECRET_KEY',
      ['ab'.repeat(32), Buffer.alloc(32, 7).toString('base64')],
      ['ab'.repeat(31), 'short', 'ü'.repeat(80)],
    ],
    ['MAX_EVENT_LOOP_DELAY', ['0', '10', '2000'], ['-1', '1', 'off']],
    ['METRICS_PORT', ['9100'], ['0', '3000', 'on']],
    ['CORS_ORIGINS', ['https://a.org,http://b.org:81'], ['*', 'null', 'https://a.org/x', 'a.org']],
  ])('%s accepts %j and refuses %j by name', (key, right, wrong) => {
    for (const value of right) expect(problemsOf({ [key]: value }), value).toEqual([])
    for (const value of wrong) {
      const problems = problemsOf({ [key]: value })
      expect(problems, value).toHaveLength(1)
      expect(problems[0]).toMatch(new RegExp(`^${key} must `))
    }
  })

  test('requires REGISTRATION with a public PUBLIC_URL', () => {
    const PUBLIC_URL = 'https://rates.example.org'
    expect(problemsOf({ PUBLIC_URL })).toEqual([expect.stringMatching(/^REGISTRATION must be set/)])
    for (const REGISTRATION of ['open', 'invited', 'approved'])
      expect(problemsOf({ PUBLIC_URL, REGISTRATION })).toEqual([])
    for (const loopback of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(problemsOf({ PUBLIC_URL: loopback })).toEqual([])
  })

  test('requires a list with REGISTRATION=domains, and only then', () => {
    const domains = { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'CBSL.lk, bank.example.lk' }
    expect(readConfig(domains).registrationDomains).toEqual(['cbsl.lk', 'bank.example.lk'])
    for (const alone of [{ REGISTRATION: 'domains' }, { ...domains, REGISTRATION: 'open' }])
      expect(problemsOf(alone)).toEqual([expect.stringMatching(/^REGISTRATION_DOMAINS/)])
  })

  test.each([
    ['open', ['all', 'own']],
    ['approved', ['all', 'all']],
    ['domains', ['all', 'all']],
    ['invited', ['all', 'all']],
  ])('with REGISTRATION=%s shows audit details on loopback and in public: %s', (mode, shown) => {
    const env = {
      REGISTRATION: mode,
      ...(mode === 'domains' && { REGISTRATION_DOMAINS: 'bank.lk' }),
    }
    const settings = [env, { ...env, PUBLIC_URL: 'https://rates.example.org' }]
    expect(settings.map((each) => readConfig(each).auditDetails)).toEqual(shown)
    expect(readConfig({ ...env, AUDIT_DETAILS: 'all' }).auditDetails).toBe('all')
  })

  test('names every wrong variable at once without its value', () => {
    const problems = problemsOf({
      PORT: 'x',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      SECRET_KEY: 'hunter2',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'SECRET_KEY',
    ])
    expect(problems.join()).not.toContain('hunter2')
  })

  test('requires SMTP_URL on another HOST, because of the development mailbox', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^SMTP_URL must be set/),
    ])
    expect(problemsOf({ HOST: '0.0.0.0', ...smtp })).toEqual([])
    expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true)
    const otherHosts = [
      '0.0.0.0',
      '::',
      '10.0.0.1',
      'localhost.example.org',
      '128.0.0.1',
      '127.example.org',
    ]
    expect(otherHosts.some(isLoopback)).toBe(false)
  })

  test('allows DATABASE_OWNER_URL only with DATABASE_URL', () => {
    expect(problemsOf({ DATABASE_OWNER_URL: 'postgres://o@h/d' })).toEqual([
      expect.stringContaining('DATABASE_URL'),
    ])
  })

  test('matches .env.example in keys and order', () => {
    const shown = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)
    const pairs = [...shown].map(([, key = '', value = '']) => [key, value] as const)
    expect(pairs.map(([key]) => key)).toEqual(configKeys())
    expect(readConfig(Object.fromEntries(pairs))).toEqual(readConfig({}))
  })

  test('is passed on by compose.yaml except for what the image sets', () => {
    const file = readFileSync('compose.yaml', 'utf8')
    const passed = [...file.matchAll(/^ {2}([A-Z_]+): \$\{\1:-.*\}$/gm)].map(([, key]) => key)
    const ownOfTheImage = ['PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT']
    expect(passed).toEqual(configKeys().filter((key) => !ownOfTheImage.includes(key)))
  })

  test('knows every name in the Kubernetes manifests', () => {
    const file = readFileSync('deploy/kubernetes/rupee-rates.yaml', 'utf8')
    const named = [...file.matchAll(/- \{ name: ([A-Z_]+), value: /g)].map(([, key]) => key)
    expect(named.length).toBeGreaterThan(0)
    expect(configKeys()).toEqual(expect.arrayContaining(named))
  })
})
