/*
 * Import rules (docs/decisions/111-layers.md). A file may import from its own folder and from
 * earlier layers, not from another folder of its layer. Dynamic imports and types count.
 */
const SERVER_LAYERS = [
  ['config.ts', 'settings.ts', 'errors.ts', 'start-error.ts', 'event-loop.ts', 'text/'],
  ['database/'],
  ['context.ts'],
  ['identity/'],
  ['http/'],
  ['audit-log/', 'email/'],
  ['calendar/'],
  ['rates/'],
  ['entries/'],
  ['policies/'],
  [
    'account/',
    'alerts/',
    'backup/',
    'feeds/',
    'imports/',
    'integrations/',
    'openapi/',
    'operations/',
    'periods/',
    'sign-in/',
    'pages/',
  ],
  ['admin/'],
  ['app.ts', 'deps.ts', 'jobs.ts', 'main.ts', 'run-server.ts', 'commands/'],
]

/** Tests and their helpers may import everything. */
const TESTS = String.raw`\.test\.tsx?$|\.fixture\.tsx?$|/testing/`

/** Folders of web/ that all features may import, lowest first; the others are features. */
const WEB_SHARED = [
  'text/',
  '(connection|language|session|start|ui)/',
  'rates/',
  'chart/',
  'converter/',
  'imports/',
]
/** These import the features; all may import the other files directly in web/. */
const WEB_TOP = '^web/(app|layout|navbar|start/(inline-script|main|render-page))[.]tsx?$'
const webShared = `^web/(${WEB_SHARED.join('|')})`
const webRules = [
  {
    name: 'features of web/ do not import each other',
    comment: 'What two of them use belongs in ui/, session/, connection/ or web/ itself.',
    severity: 'error',
    from: { path: '^web/([^/]+)/', pathNot: `${TESTS}|${webShared}` },
    to: { path: '^web/[^/]+/', pathNot: ['^web/$1/', webShared] },
  },
  ...WEB_SHARED.map((folder, index) => ({
    name: `web/${folder} uses what is below it`,
    severity: 'error',
    from: { path: `^web/${folder}`, pathNot: `${TESTS}|${WEB_TOP}` },
    to: { path: '^web/[^/]+/', pathNot: `^web/(${WEB_SHARED.slice(0, index + 1).join('|')})` },
  })),
  {
    name: 'the list of screens and what shows it stand above the features',
    severity: 'error',
    from: { path: '^web/', pathNot: `${TESTS}|${WEB_TOP}` },
    to: { path: WEB_TOP },
  },
  {
    name: 'files in web/ itself that everyone uses know no feature',
    severity: 'error',
    from: { path: '^web/[^/]+$', pathNot: `${TESTS}|${WEB_TOP}` },
    to: { path: '^web/[^/]+/', pathNot: `^web/(${WEB_SHARED.slice(0, 2).join('|')})` },
  },
]

const pathOf = (entry) =>
  `^server/${entry.replace('.', String.raw`\.`)}${entry.endsWith('/') ? '' : '$'}`
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
      from: { path: '^(domain|contract|text|server|web)/', pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: 'every folder of server/ has its layer',
      severity: 'error',
      from: { path: '^server/', pathNot: `${TESTS}|${pathsOf(SERVER_LAYERS.flat())}` },
      to: {},
    },
    ...layerRules,
    ...webRules,
    border('domain', { pathNot: '^domain/' }),
    border('contract', { pathNot: '^(contract|domain)/|^node_modules/zod/' }),
    border('text', { pathNot: '^(text|contract|domain)/' }),
    border('server', { path: '^web/' }),
    border('web', { path: '^server/', dependencyTypesNot: ['core'] }),
    border(
      'web',
      { dependencyTypes: ['core'] },
      // Files that are served as they are: one is run by Node.
      { from: { path: '^web/', pathNot: `${TESTS}|^web/public/` } },
    ),
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
