-- The catalogue of a database as names and values, the same on PostgreSQL 15 to 18. $1 is the
-- server's role, or NULL for the current one. Read with a `search_path` of `pg_catalog` alone, so that every name that
-- PostgreSQL writes has its schema and no name here can mean an object of `public`.
--
-- PostgreSQL's own objects have numbers below 16384, its first superuser is 10, and its languages
-- internal, C and SQL are 12, 13 and 14.
WITH ours AS (
  SELECT (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.audit_entry')) AS owner,
    (SELECT oid FROM pg_roles WHERE rolname = coalesce($1, current_user)) AS app
), role AS (
  SELECT oid, rolsuper, CASE oid WHEN owner THEN 'owner' WHEN app THEN 'app' ELSE rolname END AS name
  FROM pg_roles, ours
  UNION ALL SELECT 0, false, 'public'
), member AS (
  SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
), trusted AS (
  -- Functions in C need a superuser.
  SELECT p.oid FROM pg_proc p JOIN member m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid
  WHERE p.prolang = 13 AND p.proowner = 10
), relation AS (
  SELECT c.* FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind NOT IN ('i', 'I', 't')
    AND NOT (c.relowner = 10 AND c.oid IN (SELECT objid FROM member WHERE classid = 'pg_class'::regclass))
), routine AS (
  SELECT p.*, format('function %s.%s(%s)', n.nspname, p.proname,
    pg_get_function_identity_arguments(p.oid)) AS name
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE (n.nspname = 'public' OR n.nspname = 'pg_catalog' AND p.oid >= 16384)
    AND p.oid NOT IN (SELECT oid FROM trusted)
), granted AS (
  SELECT c.relname::text AS object, a.*, c.relowner AS owner
  FROM relation c, aclexplode(c.relacl) a
  UNION ALL
  SELECT c.relname || '.' || t.attname, a.*, c.relowner
  FROM relation c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
  UNION ALL
  SELECT p.name, a.*, p.proowner
  FROM routine p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
  UNION ALL
  -- Everyone may name objects of `public`; 6171 is pg_database_owner.
  SELECT 'schema public', a.*, n.nspowner FROM pg_namespace n, aclexplode(n.nspacl) a, ours
  WHERE n.nspname = 'public' AND a.grantee NOT IN (6171, ours.owner)
    AND NOT (a.grantee = 0 AND a.privilege_type = 'USAGE')
)
SELECT format('relation %s', c.relname) AS name,
  concat_ws(' ', c.relkind, c.relpersistence, 'of ' || r.name, c.reloptions::text,
    (SELECT 'rule ' || min(rulename) FROM pg_rewrite
      WHERE ev_class = c.oid AND NOT (c.relkind = 'v' AND rulename = '_RETURN')),
    CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhparent, inhrelid))
      THEN 'inherits' END,
    CASE WHEN c.relrowsecurity OR c.relforcerowsecurity
      OR EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) THEN 'row security' END,
    -- Triggers of foreign keys are internal.
    (SELECT string_agg(DISTINCT tgenabled::text, '') FROM pg_trigger
      WHERE tgrelid = c.oid AND tgisinternal)) AS value
FROM relation c LEFT JOIN role r ON r.oid = c.relowner
UNION ALL
SELECT format('columns of %s', c.relname), md5(string_agg(concat_ws(' ', a.attname,
    format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
    CASE WHEN a.attcollation <> t.typcollation THEN a.attcollation::regcollation::text END,
    pg_get_expr(d.adbin, d.adrelid)), E'\n' ORDER BY a.attnum))
FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relkind <> 'S'
GROUP BY c.relname
UNION ALL
-- NOT NULL is a constraint from PostgreSQL 18 on.
SELECT format('constraints of %s', c.relname), md5(string_agg(d, E'\n' ORDER BY d COLLATE "C"))
FROM relation c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype <> 'n',
  pg_get_constraintdef(k.oid) d
GROUP BY c.relname
UNION ALL
SELECT format('indexes of %s', c.relname),
  md5(string_agg(concat_ws(' ', d, i.indisvalid, i.indisready), E'\n' ORDER BY d COLLATE "C"))
FROM relation c JOIN pg_index i ON i.indrelid = c.oid, pg_get_indexdef(i.indexrelid) d
GROUP BY c.relname
UNION ALL
SELECT format('domain %s', t.typname), concat_ws(' ', format_type(t.typbasetype, t.typtypmod),
  t.typnotnull, t.typdefault, (SELECT string_agg(d, ' ' ORDER BY d COLLATE "C")
    FROM pg_constraint k, pg_get_constraintdef(k.oid) d
    WHERE k.contypid = t.oid AND k.contype <> 'n'))
FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype = 'd'
UNION ALL
SELECT format('view %s on PostgreSQL %s', relname, current_setting('server_version_num')::int / 10000),
  md5(pg_get_viewdef(oid))
FROM relation WHERE relkind IN ('v', 'm')
UNION ALL
SELECT format('trigger %s on %s', t.tgname, c.relname),
  concat_ws(' ', t.tgenabled, md5(pg_get_triggerdef(t.oid)))
FROM pg_trigger t JOIN relation c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL
SELECT format('event trigger %s', evtname), evtenabled::text FROM pg_event_trigger
UNION ALL
SELECT p.name, concat_ws(' ', l.lanname, 'of ' || r.name, p.prokind, p.provolatile, p.proparallel,
  CASE WHEN p.prosecdef THEN 'definer' END, CASE WHEN p.proisstrict THEN 'strict' END,
  CASE WHEN p.proleakproof THEN 'leakproof' END, pg_get_function_result(p.oid),
  nullif(p.prosupport::oid, 0), pg_get_expr(p.proargdefaults, 0), array_to_string(p.proconfig, ' '),
  md5(replace(p.prosrc, E'\r', '')), CASE WHEN p.prosqlbody IS NOT NULL THEN 'compiled' END)
FROM routine p JOIN pg_language l ON l.oid = p.prolang LEFT JOIN role r ON r.oid = p.proowner
UNION ALL
SELECT format('rights of %s on %s', r.name, g.object), string_agg(
  g.privilege_type || CASE WHEN g.is_grantable THEN '*' ELSE '' END, ' ' ORDER BY g.privilege_type)
FROM granted g LEFT JOIN role r ON r.oid = g.grantee
WHERE g.grantee <> g.owner GROUP BY r.name, g.object
UNION ALL
SELECT format('default rights of %s', d.defaclobjtype), d.defaclacl::text
FROM pg_default_acl d, ours WHERE d.defaclrole = ours.owner
UNION ALL
SELECT 'schema public', 'of ' || CASE WHEN n.nspowner = 6171 OR r.rolsuper THEN 'owner' ELSE r.name END
FROM pg_namespace n LEFT JOIN role r ON r.oid = n.nspowner WHERE n.nspname = 'public'
UNION ALL
SELECT 'database', 'of ' || CASE WHEN r.rolsuper THEN 'owner' ELSE r.name END
FROM pg_database d LEFT JOIN role r ON r.oid = d.datdba WHERE d.datname = current_database()
UNION ALL
SELECT 'role app', concat_ws(' ', CASE WHEN rolsuper THEN 'superuser' END,
  CASE WHEN rolcreaterole THEN 'createrole' END, CASE WHEN rolreplication THEN 'replication' END,
  CASE WHEN rolbypassrls THEN 'bypassrls' END)
FROM pg_roles JOIN ours ON ours.app = pg_roles.oid WHERE ours.app <> ours.owner
UNION ALL
-- A role that may create roles may make itself a member of them, as on hosted PostgreSQL.
SELECT DISTINCT format('%s %s of %s', CASE WHEN a.rolcreaterole AND m.admin_option
    AND m.member <> ours.app THEN 'administrator' ELSE 'member' END, r.name, g.name), ''
FROM pg_auth_members m JOIN role r ON r.oid = m.member JOIN role g ON g.oid = m.roleid
  JOIN pg_roles a ON a.oid = m.member, ours
WHERE NOT r.rolsuper AND (m.roleid IN (ours.owner, ours.app) AND m.member <> ours.owner
  OR m.member = ours.app)
UNION ALL
SELECT format('setting %s of %s', u.name, concat_ws(' in ', r.name,
    CASE WHEN u.setdatabase <> 0 THEN 'the database' END)), u.value
FROM (SELECT s.*, split_part(c, '=', 1) AS name, substr(c, strpos(c, '=') + 1) AS value
    FROM pg_db_role_setting s, unnest(s.setconfig) c) u
  JOIN role r ON r.oid = u.setrole, ours
WHERE u.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
  AND u.setrole IN (0, ours.owner, ours.app)
  -- Speed, logs and formats, which change no result: each connection sets its own formats.
  AND u.name !~* '^(enable_|geqo|jit|log_|lc_|track_|max_parallel_|effective_|tcp_|client_)'
  AND u.name !~* '(_timeout|_cost|_mem|_limit|_target|_buffers|_commit)$'
  AND lower(u.name) NOT IN ('datestyle', 'timezone', 'intervalstyle')
UNION ALL
SELECT format('extension %s', e.extname), 'in ' || n.nspname
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
-- pg_upgrade gives it a new number.
WHERE e.extname <> 'plpgsql'
UNION ALL
-- Every other object of `public`: types, operators, collations and the like.
SELECT format('%s %s', o.type, o.identity), ''
FROM pg_depend d, pg_identify_object(d.classid, d.objid, d.objsubid) o
WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = 'public'::regnamespace
  AND d.classid NOT IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass,
    'pg_extension'::regclass)
  AND NOT EXISTS (SELECT FROM member m WHERE m.classid = d.classid AND m.objid = d.objid)
UNION ALL
SELECT format('operator %s', o.oid::regoperator), o.oprcode::text
FROM pg_operator o
WHERE CASE WHEN o.oid >= 16384
  THEN o.oprnamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace)
    AND NOT (o.oprcode IN (SELECT oid FROM trusted)
      AND o.oid IN (SELECT objid FROM member WHERE classid = 'pg_operator'::regclass))
  ELSE o.oprcode >= 16384 END
UNION ALL
SELECT format('built-in relation %s', relname), relkind::text
FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND oid >= 16384
UNION ALL
SELECT format('built-in rule of %s', ev_class::regclass), rulename
FROM pg_rewrite WHERE ev_class < 16384 AND oid >= 16384
UNION ALL
-- Four of PostgreSQL's own functions are SQL as text.
SELECT format('built-in function %s', oid::regprocedure), concat_ws(' ', prolang, md5(prosrc))
FROM pg_proc WHERE oid < 16384 AND pronamespace = 'pg_catalog'::regnamespace
  AND (prolang NOT IN (12, 13, 14) OR proowner <> 10 OR prolang = 14 AND prosqlbody IS NULL)
UNION ALL
SELECT format('built-in %s uses %s', object, function::oid::regprocedure), ''
FROM (
  SELECT format('cast of %s as %s', castsource::regtype, casttarget::regtype) AS object,
    castfunc AS function, oid < 16384 AS is_built_in FROM pg_cast
  UNION ALL SELECT aggfnoid::text, unnest(ARRAY[aggtransfn, aggfinalfn]), aggfnoid::oid < 16384
  FROM pg_aggregate
  UNION ALL
  SELECT typname, unnest(ARRAY[typinput, typoutput, typreceive, typsend]), oid < 16384 FROM pg_type
  UNION ALL SELECT amprocfamily::text, amproc, amprocfamily < 16384 FROM pg_amproc
) used
WHERE function >= 16384 AND (is_built_in OR object LIKE 'cast of %')
  AND NOT (NOT is_built_in AND function IN (SELECT oid FROM trusted))
UNION ALL
SELECT DISTINCT format('built-in %s', pg_describe_object(classid, objid, 0)), ''
FROM pg_depend WHERE objid BETWEEN 1 AND 16383 AND refobjid >= 16384
