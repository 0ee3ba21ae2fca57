import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

interface Definition {
  readonly body: string
  readonly isDefiner: boolean
}

interface Guards {
  readonly tables: ReadonlySet<string>
  readonly functions: ReadonlyMap<string, Definition>
  /** Definitions (`pg_get_triggerdef`) by `trigger ON table`. */
  readonly triggers: ReadonlyMap<string, string>
  readonly alwaysOn: ReadonlySet<string>
  /** Rights of other roles than the owner, by table. */
  readonly rights: ReadonlyMap<string, ReadonlySet<string>>
  readonly executable: ReadonlySet<string>
  readonly restricted: ReadonlySet<string>
}

const FOLDER = join(import.meta.dirname, '../database')

let guards: Guards | undefined

/** Later files replace earlier ones. */
function expectedGuards(): Guards {
  if (guards) return guards
  const read = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8')
  const files = (folder: string) => {
    try {
      return readdirSync(join(FOLDER, folder))
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .map((name) => read(folder, name))
    } catch {
      return [] // no later migration yet
    }
  }
  const schema = [...files('schema'), ...files('migrations')].join('\n').replaceAll('\r\n', '\n')
  const grants = read('grants.sql')
  const names = (text: string) => text.split(',').map((name) => name.trim())
  const all = (expression: RegExp, text = schema) => [...text.matchAll(expression)]
  guards = {
    tables: new Set(all(/^CREATE TABLE (\w+)/gm).map(([, name = '']) => name)),
    functions: new Map(
      all(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)([^;]*?)(?: AS \$\$|\nAS \$\$)([^]*?)\$\$/gm).map(
        ([, name = '', head = '', body = '']) => [
          name,
          { body, isDefiner: head.includes('SECURITY DEFINER') },
        ],
      ),
    ),
    triggers: new Map(
      all(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) [^;]*/gm).map(([whole, name = '']) => [
        name,
        comparable(whole),
      ]),
    ),
    alwaysOn: new Set(all(/ENABLE ALWAYS TRIGGER (\w+)/g).map(([, name = '']) => name)),
    rights: new Map(
      all(/\('(\w+)',\s*'([A-Z, ]+)'\)/g, grants).map(([, table = '', rights = '']) => [
        table,
        new Set(names(rights)),
      ]),
    ),
    executable: new Set(
      all(/GRANT EXECUTE ON FUNCTION ([\w,\s']+) TO/g, grants).flatMap(([, list = '']) =>
        names(list.replaceAll("'", ' ')),
      ),
    ),
    restricted: new Set(
      all(/REVOKE EXECUTE ON FUNCTION ([\w,\s]+?)\s+FROM PUBLIC/g).flatMap(([, list = '']) =>
        names(list),
      ),
    ),
  }
  return guards
}

const GUARDED = ['audit_entry', 'audit_personal', 'audit_head', 'change', 'undo', 'live_fact']

/** These change what a query finds or if a trigger fires. */
const HARMFUL = [
  ...['search_path', 'row_security', 'session_replication_role', 'session_preload_libraries'],
  ...['local_preload_libraries', 'default_table_access_method', 'check_function_bodies'],
]

/**
 * Returns one line per difference of the catalogue: the owner of a database can replace tables,
 * functions, triggers and rights.
 */
export async function findChangedGuards(db: Db): Promise<string[]> {
  const expected = expectedGuards()
  return [
    ...(await findChangedTables(db, expected)),
    ...(await findChangedFunctions(db, expected)),
    ...(await findChangedTriggers(db, expected)),
    ...(await findSettings(db)),
  ]
}

async function findChangedTables(db: Db, { tables, rights }: Guards): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    kind: string
    persistence: string
    has_rules: boolean
    has_children: boolean
    has_row_security: boolean
    rights: string[]
  }>`
    SELECT c.relname AS name, c.relkind AS kind, c.relpersistence AS persistence,
      EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid) AS has_rules,
      EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE c.oid IN (i.inhparent, i.inhrelid))
        AS has_children,
      c.relrowsecurity OR c.relforcerowsecurity
        OR EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid) AS has_row_security,
      ARRAY(SELECT DISTINCT a.privilege_type FROM pg_catalog.aclexplode(c.relacl) a
        WHERE a.grantee <> c.relowner
        UNION SELECT DISTINCT a.privilege_type
          FROM pg_catalog.pg_attribute t, pg_catalog.aclexplode(t.attacl) a
          WHERE t.attrelid = c.oid AND a.grantee <> c.relowner ORDER BY 1) AS rights
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind NOT IN ('i', 'I', 'S', 'c', 't')`.execute(db)
  const found = new Map(rows.map((row) => [row.name, row]))
  return [...tables].flatMap((name) => {
    const row = found.get(name)
    if (!row) return [`table ${name} is missing`]
    const beyond = row.rights.filter((right) => !rights.get(name)?.has(right))
    const differences = [
      ...(row.kind === 'r' && row.persistence === 'p' ? [] : ['is no ordinary table']),
      ...(row.has_rules ? ['has rules'] : []),
      ...(row.has_children ? ['inherits'] : []),
      ...(row.has_row_security ? ['has row security'] : []),
      ...(beyond.length > 0 && GUARDED.includes(name) ? [`grants ${beyond.join(', ')}`] : []),
    ]
    return differences.map((difference) => `table ${name} ${difference}`)
  })
}

async function findChangedFunctions(db: Db, guards: Guards): Promise<string[]> {
  const { functions, executable, restricted } = guards
  const { rows } = await sql<{
    name: string
    body: string
    is_definer: boolean
    path: string | null
    granted: boolean
    is_public: boolean
  }>`
    SELECT p.proname AS name, p.prosrc AS body, p.prosecdef AS is_definer,
      (SELECT s FROM unnest(p.proconfig) s WHERE s LIKE 'search_path=%') AS path,
      EXISTS (SELECT FROM pg_catalog.aclexplode(p.proacl) a WHERE a.grantee NOT IN (0, p.proowner))
        AS granted,
      p.proacl IS NULL OR EXISTS (SELECT FROM pg_catalog.aclexplode(p.proacl) a WHERE a.grantee = 0)
        AS is_public
    FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    -- PostgreSQL's own functions have numbers below 16384.
    WHERE (n.nspname = 'public' OR n.nspname = 'pg_catalog' AND p.oid >= 16384)
      AND NOT (l.lanname = 'c' AND EXISTS (
      SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass
        AND d.objid = p.oid AND d.deptype = 'e'))
    ORDER BY 1`.execute(db)
  const found = rows.map(({ name }) => name)
  const missing = [...functions.keys()].filter((name) => !found.includes(name))
  const changed = rows.filter((row) => {
    const { body, isDefiner } = functions.get(row.name) ?? { body: null, isDefiner: false }
    const isOpen = restricted.has(row.name) && row.is_public
    const isGranted = restricted.has(row.name) && row.granted && !executable.has(row.name)
    const isSame = row.body === body && row.is_definer === isDefiner
    const hasPath = !isDefiner || row.path === 'search_path=pg_catalog, public, pg_temp'
    return !isSame || !hasPath || isOpen || isGranted
  })
  const { rows: operators } = await sql<{ name: string }>`
    SELECT o.oprname AS name FROM pg_catalog.pg_operator o
      JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
    WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_operator'::regclass AND d.objid = o.oid
        AND d.deptype = 'e')`.execute(db)
  return [
    ...missing.map((name) => `function ${name} is missing`),
    ...changed.map(({ name }) => `function ${name} is not this version’s`),
    ...operators.map(({ name }) => `operator ${name} is not this version’s`),
  ]
}

/** Ignores line ends, schema and the order of events. */
const comparable = (definition: string) =>
  definition
    .replaceAll('public.', '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(BEFORE|AFTER) (.+?) ON/, (_, when: string, events: string) => {
      return `${when} ${events.split(' OR ').sort().join(' OR ')} ON`
    })

async function findChangedTriggers(db: Db, { triggers, alwaysOn }: Guards): Promise<string[]> {
  const { rows } = await sql<{ name: string; enabled: string; definition: string }>`
    SELECT t.tgname AS name, t.tgenabled AS enabled,
      pg_catalog.pg_get_triggerdef(t.oid) AS definition
    FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND NOT t.tgisinternal
    UNION ALL
    SELECT evtname, evtenabled, 'event trigger' FROM pg_catalog.pg_event_trigger
    ORDER BY 1`.execute(db)
  const found = rows.map(({ name }) => name)
  const missing = [...triggers.keys()].filter((name) => !found.includes(name))
  const changed = rows.filter(({ name, enabled, definition }) => {
    const isOn = enabled === 'A' || (enabled === 'O' && !alwaysOn.has(name))
    return !isOn || comparable(definition) !== triggers.get(name)
  })
  return [
    ...missing.map((name) => `trigger ${name} is missing`),
    ...changed.map(({ name }) => `trigger ${name} is not this version’s`),
  ]
}

async function findSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ setting: string; holder: string }>`
    SELECT setting, coalesce(r.rolname, d.datname, 'everything') AS holder
    FROM pg_catalog.pg_db_role_setting s LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole
      LEFT JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase,
      unnest(s.setconfig) setting
    WHERE (d.datname IS NULL OR d.datname = current_database())
      AND split_part(setting, '=', 1) = ANY (${HARMFUL})`.execute(db)
  return rows.map(({ setting, holder }) => `${holder} is set to ${setting}`)
}
