/** What users, programs and attackers put where something else belongs. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...['', ' ', 'null', 'NaN', '1e999', '-1', '0', '00012', '1.5', '999999999999999'],
  '9999999999999999999999',
  ...['2026-02-30', '0202-12-31', '2999-12-31', '9999-99-99', '2026-11-21T00:00:00Z', '21.11.2026'],
  ...['USD ', 'usd', 'EUR', 'LKR', "' OR 1=1 --", '<script>alert(1)</script>', '%00', '\u0000', 'a\u0000b'],
  ...['\ud800', '\u202e', 'a'.repeat(201), 'x'.repeat(5000), '１２３４５６', '🪙', '../../etc/passwd'],
  ...['=cmd()', '\r\nSet-Cookie: a=b', '__proto__', 'constructor', 'a@b', 'a@example.lk,b@example.lk'],
  ...['Nimal <n@example.lk>', '%', '_', '\\', '"', null, true, false, 0, -0, -1, 1, 1.00001, 0.00004, 1e308],
  ...[99_999_999.9999, 100_000_000, 2 ** 53, [], [1], ['USD'], {}, { a: 1 }, { toString: 'x' }, [[[[[]]]]]],
]

const nested = 60_000

/** Bodies that are no JSON, or JSON that nobody should take. */
export const HOSTILE_BODIES: readonly Buffer[] = [
  ...['', ' ', '1', 'null', '"text"', '[]', '{', '{"a":1', '{"email":"a@b.lk","email":"c@d.lk"}'],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '\uFEFF{"email":"nimal@example.lk"}'],
  ...["{'email':'x'}", '{"rate":1e999}', '{"rate":01}', '{"email":"\\ud800@example.lk"}'],
  ...['{"name":"a\\u0000b","email":"z@example.lk"}', 'email=nimal%40example.lk', '{"a":1}{"a":1}'],
  ...['{"date":NaN}', '[ '.repeat(10), '['.repeat(nested), '{"a":'.repeat(nested)],
  ...[`${'['.repeat(nested)}${']'.repeat(nested)}`, `{"text":"${'x'.repeat(100_000)}"}`],
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
].map((body) => (typeof body === 'string' ? Buffer.from(body) : body))

export const HOSTILE_QUERIES: readonly string[] = [
  ...['date=2026-11-01&date=2026-11-02', 'date[]=1', 'date[x]=1', '__proto__=1', '__proto__[x]=1'],
  ...['constructor=1', '%zz=1', 'page=%00', 'page=%ff', 'a=b', 'page=1&page=1', '&&&', '=', 'search=%25'],
  ...[`search=${'x'.repeat(3000)}`, 'limit=0', 'limit=101', 'per_page=1e2', 'up_to=999999999'],
  'sort=entered;drop',
]

export const HOSTILE_TYPES: readonly string[] = [
  ...['text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'application/jsonx', 'json', 'application/json;;'],
  ...['APPLICATION/JSON', 'application/xml', '/', 'application/json, text/plain'],
]

export const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer x'.repeat(50) },
  { authorization: 'Basic eDp5' },
  { authorization: `Bearer ${'A'.repeat(43)}` },
  { authorization: `Bearer rr_${'A'.repeat(43)}` },
  { 'idempotency-key': 'x'.repeat(201) },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'é' },
  { 'idempotency-key': 'same' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"x", W/"y"' },
  { 'if-none-match': 'x'.repeat(1000) },
  { 'if-modified-since': 'yesterday' },
  { 'x-forwarded-for': 'not an address' },
  { 'x-forwarded-for': 'x'.repeat(500) },
  { 'x-forwarded-for': ',,,' },
  { 'x-forwarded-for': '::ffff:10.1.2.3, fe80::1%eth0' },
  { 'x-forwarded-for': '999.1.1.1' },
  { 'user-agent': 'x'.repeat(2000) },
  { 'user-agent': '<script>alert(1)</script>' },
  { 'user-agent': '' },
  { 'user-agent': 'ünïcode' },
  { range: 'bytes=0-1' },
  { 'accept-encoding': 'br;q=0, gzip;q=0, *;q=0' },
  { 'accept-encoding': 'zstd' },
  { accept: 'text/html' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { expect: '200-ok' },
  { 'content-encoding': 'gzip' },
  { te: 'trailers' },
  { cookie: 'a=b; __Host-x=y' },
  { host: 'evil.example' },
  { forwarded: 'for=1.2.3.4;host=evil' },
]
