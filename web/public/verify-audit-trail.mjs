// Checks an export of the audit trail by itself, with Node 20 or newer and nothing else:
//   node verify-audit-trail.mjs EXPORT.jsonl [CHECKPOINTS.jsonl …] [--key=PUBLIC_KEY]
// The last line is the result. Exit status: 0 good, 1 tampered with, 2 could not be checked.
//
// An export is JSON, a line each: {export}; each entry of the trail, {entry, personal, texts}, with
// the changes of facts that it made behind it, {change, texts}; {end}. All is held by SHA-256:
// - the hash of an entry covers its fields, the hash of the entry before, and `changes_hash`;
// - `changes_hash` covers the entry's changes, whose versions go on from entry to entry;
// - `personal_hash` and `texts` are commitments to what stands beside, salted, to be erased;
// - a checkpoint says which hash an entry had, signed outside the database (Ed25519).
import { createHash, createPublicKey, verify } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const ENTRY = `id action description created_at user_id user_email metadata personal_hash
  first_change last_change changes_hash`.split(/\s+/)
const PERSONAL = ['user_email', 'ip_address', 'description', 'metadata']
const CHANGE = `version subject currency kind publisher date part source rate units fact texts
  group previous restores origin`.split(/\s+/)

const sha256 = (start, encoding) => createHash('sha256').update(start, encoding)
const sized = (value) => `${Buffer.byteLength(String(value))}:${value}`
const bytesOf = (of, names) =>
  names.map((name) => (of[name] === null ? '-' : sized(of[name]))).join('')
const hashOf = (before, of, names) => sha256(before, 'hex').update(bytesOf(of, names)).digest('hex')
// Of a change, absent fields are left out; the entries that it has taken back come last.
const bytesOfChange = (change) =>
  CHANGE.map((name) => (change[name] === null ? '' : `${name}:${sized(change[name])}`)).join('') +
  (change.undone ?? []).map((id) => `undone:${sized(id)}`).join('')

const isSigned = (key, signature, lines) => {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, Buffer.from(lines.join('\n')), publicKey, Buffer.from(signature, 'base64'))
}

const must = (holds, message, status = 1) => {
  if (!holds) throw Object.assign(new Error(`${message}.`), { status })
}

async function* linesOf(file) {
  for await (const line of (await open(file)).readLines()) if (line !== '') yield JSON.parse(line)
}

// What was counted, and the hashes of entries by their numbers.
const found = { entries: 0, changes: 0, erased: 0, masked: 0, hashes: new Map() }
let [first, last, gapAfter] = [null, { id: 0, hash: '0'.repeat(64), last_change: null }, null]
// The newest version that was covered, unknown behind a gap; that of the next change; their hash.
let [covered, next, changesHash] = [0, null, null]

/** Checks what stands beside hashed bytes, where it is shown with its salt. */
const reveal = (commitment, shown, hash) => {
  const isSame = commitment === null ? !shown : !shown?.salt || hash(shown) === commitment
  must(isSame, `EDITED at ${last.id}: what stands beside entry ${last.id} is not what it was`)
  if (commitment !== null && !shown) found.erased++
  if (shown && !shown.salt) found.masked++
}
const revealTexts = (commitments, shown) => {
  const hash = ({ salt, text }) => sha256(salt, 'hex').update(text).digest('hex')
  for (const name of Object.keys({ ...shown, ...commitments }))
    reveal(commitments?.[name] ?? null, shown?.[name], hash)
}

function startEntry({ entry, personal, texts }) {
  const { id, first_change: from, previous_hash: before } = entry
  const isWhole = id > last.id && hashOf(before, entry, ENTRY) === entry.hash
  must(isWhole, `EDITED at ${id}: entry ${id} is not what it was when it was written`)
  const isLinked = id > last.id + 1 || before === last.hash
  must(isLinked, `EDITED at ${last.id}: the entry behind it holds another hash of it`)
  if (id > last.id + 1) [gapAfter, covered] = [gapAfter ?? (first && last.id), null]
  const goesOn = from === null || covered === null || from === covered + 1
  must(goesOn, `GAP at ${id}: the changes before those of entry ${id} are missing`)
  ;[first, last, next, changesHash] = [first ?? entry, entry, from, sha256('')]
  reveal(entry.personal_hash, personal, (part) => hashOf(part.salt, part, PERSONAL))
  revealTexts(JSON.parse(entry.metadata).texts, texts)
  found.entries++
  found.hashes.set(id, entry.hash)
}

function addChange({ change, texts }) {
  const isNext = change.version === next && next++ <= last.last_change
  must(isNext, `EDITED at ${last.id}: change ${change.version} is not in its place`)
  changesHash.update(bytesOfChange(change))
  revealTexts(JSON.parse(change.texts), texts)
  found.changes++
}

function endEntry() {
  if (last.last_change === null) return
  const isWhole = next === last.last_change + 1 && changesHash.digest('hex') === last.changes_hash
  must(isWhole, `EDITED at ${last.id}: the changes of entry ${last.id} are not what they were`)
  covered = last.last_change
}

/** The checkpoints that count: signed by the key, or one that it handed over to; else any. */
function counted(lines, key) {
  const keys = new Set([key])
  const handovers = lines.filter((line) => line.old_key)
  for (const { old_key, new_key, at, ...by } of handovers.sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const text = ['rupee-rates audit key change 1', old_key, new_key, at, '']
    if (!keys.has(old_key) || !isSigned(old_key, by.old_signature, text)) continue
    if (isSigned(new_key, by.new_signature, text)) keys.add(new_key)
  }
  return lines.filter(({ entry, hash, at, public_key, signature }) => {
    if (!public_key || (key && !keys.has(public_key))) return false
    return isSigned(public_key, signature, ['rupee-rates audit checkpoint 1', entry, hash, at, ''])
  })
}

function result({ filter, head, exported_at, entries }, checkpoints, key) {
  for (const { entry: id, hash } of checkpoints)
    must((found.hashes.get(id) ?? hash) === hash, `REWRITTEN at ${id}: another entry was signed`)
  const isWhole = Object.keys(filter).every((name) => name === 'up_to')
  const missing = !isWhole ? null : first?.id !== 1 ? 1 : gapAfter && gapAfter + 1
  must(missing === null, `GAP at ${missing}: entry ${missing} is missing`)
  const later = checkpoints.some(({ entry, at }) => entry > head.id && at < exported_at)
  const isCut = isWhole && (later || last.id < Math.min(filter.up_to ?? head.id, head.id))
  must(entries === found.entries && !isCut, `TRUNCATED at ${last.id + 1}: the end is missing`)
  const selection = JSON.stringify(filter)
  must(first && !gapAfter, `NOT SHOWN: whether this selection is complete, ${selection}`, 2)
  const ids = checkpoints.map(({ entry }) => entry).filter((id) => found.hashes.has(id))
  must(!key || ids.length > 0, 'NOT COVERED: no checkpoint of that key is in it', 2)
  const by = key ? '' : ' with a key that --key did not name'
  const held = ids.length > 0 ? `, signed up to ${Math.max(...ids)}${by}` : ', signed by nobody'
  const stretch = first.id === 1 ? '' : '. What was before them it cannot show'
  return `OK: entries ${first.id} to ${last.id} are as they were written${held}${stretch}.`
}

try {
  const given = { options: { key: { type: 'string' } }, allowPositionals: true }
  const { values, positionals } = parseArgs(given)
  const [file, ...others] = positionals
  must(file, 'NO FILE: name an export, and files of checkpoints where you have them', 2)
  const [lines, about] = [[], {}]
  for (const other of others) for await (const line of linesOf(other)) lines.push(line)
  for await (const line of linesOf(file)) {
    const isExport = (line.export ?? about).format === 'rupee-rates audit export 2'
    must(isExport, `NO EXPORT: ${file} is no export of the trail as JSON lines`, 2)
    if (line.change) addChange(line)
    else endEntry()
    if (line.entry) startEntry(line)
    Object.assign(about, line.export, line.end)
  }
  const checkpoints = counted([...lines, about.checkpoint ?? {}], values.key)
  console.log('Entries:', found.entries, 'Changes:', found.changes, 'Signed:', checkpoints.length)
  console.log('Erased beside them:', found.erased, 'Masked, covered by nothing:', found.masked)
  console.log(result(about, checkpoints, values.key))
} catch (error) {
  console.log(error.status ? error.message : `NOT CHECKED: ${error.message}`)
  process.exitCode = error.status ?? 2
}
