/*
 * Who may import whom (docs/decisions/111-borders-and-layers.md). A file may use its own folder and what stands on a lower line;
 * folders on one line do not import each other. Type and dynamic imports count.
 */
const SERVER_LAYERS = [
  // Files in server/ itself that everything may use.
  ['config.ts', 'setting-values.ts', 'errors.ts', 'start-error.ts', 'event-loop.ts', 'text/'],
  ['database/'],
  ['base-dependencies.ts'],
  ['identity/'],
  ['http/'],
  ['audit-log/', 'email/'],
  ['calendar/'],
  ['rates/'],
  ['entries/'],
  [
    'access-tokens/',
    'account/',
    'backup/',
    'feeds/',
    'imports/',
    'openapi/',
    'operations/',
    'sign-in/',
    'stream/',
    'users/',
    'web/',
  ],
  // What puts the features together.
  ['app.ts', 'dependencies.ts', 'jobs.ts', 'main.ts', 'run-server.ts', 'tidy.ts', 'commands/'],
]

/** Tests, and what they are made of, may use everything. */
const TESTS = String.raw`\.test\.tsx?$|\.fixture\.tsx?$|/testing/`
const pathOf = (entry) => `^server/${entry.replace('.', String.raw`\.`)}${entry.endsWith('/') ? '' : '$'}`
const pathsOf = (entries) => entries.map(pathOf).join('|')

const layerRules = SERVER_LAYERS.flatMap((layer, index) => {
  const above = SERVER_LAYERS.slice(index + 1).flat()
  const isTop = above.length === 0
  return layer.map((entry) => ({
    name: `server/${entry} uses what is below it`,
    severity: 'error',
    from: { path: pathOf(entry), pathNot: TESTS },
    to: {
      path: `${pathsOf([...above, ...(isTop || index === 0 ? [] : layer.filter((each) => each !== entry))]) || '^$'}|${TESTS}`,
    },
  }))
})

const border = (from, to, more = {}) => ({
  name: `${from} has no other imports`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to,
  ...more,
})

export default {
  forbidden: [
    {
      name: 'no cycles',
      comment: 'One of these files needs something that belongs in a third.',
      severity: 'error',
      from: { path: '^(domain|contract|server)/', pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: 'every folder of server/ has its layer',
      severity: 'error',
      from: { path: '^server/', pathNot: `${TESTS}|${pathsOf(SERVER_LAYERS.flat())}` },
      to: {},
    },
    ...layerRules,
    border('domain', { pathNot: '^domain/' }),
    border('contract', { pathNot: '^(contract|domain)/|^node_modules/zod/' }),
    border('server', { path: '^web/' }),
    border('web', { path: '^server/', dependencyTypesNot: ['core'] }),
    border('web', { dependencyTypes: ['core'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.server.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
