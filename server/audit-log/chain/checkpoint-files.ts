import type { KeyObject } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  isSignedBy,
  isSignedByBoth,
  keyName,
  parseCheckpoint,
  parseKeyChange,
  publicKeyOf,
  type Checkpoint,
  type KeyChange,
} from './checkpoint.ts'
import { t } from '../../../text/sentences.ts'

export interface KeyRing {
  /**
   * The key that this installation signs with: undefined where it is missing, null where nobody
   * looks for it.
   */
  readonly own: KeyObject | undefined | null
  /**
   * Named by AUDIT_PUBLIC_KEY; `own` then counts only if it is one of them or was handed over to.
   */
  readonly named: readonly KeyObject[]
}

/**
 * The folders that checkpoints are kept in: one of the installation's own, and one that somebody
 * else may keep.
 */
export function checkpointFolders(config: {
  dataDir: string
  checkpointDir: string | undefined
}): string[] {
  const own = join(config.dataDir, 'checkpoints')
  return config.checkpointDir === undefined ? [own] : [own, config.checkpointDir]
}

/** Every file of checkpoints in some folders; a folder that is not there has none. */
export async function checkpointFiles(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch((): string[] => [])
      return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name))
    }),
  )
  return found.flat().sort()
}

/** Adds a line to the file of a key in every folder, and waits until it is on the disks. */
export async function appendToFiles(
  folders: readonly string[],
  key: string,
  line: Checkpoint | KeyChange,
) {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    await appendLine(join(folder, `${key}.jsonl`), JSON.stringify(line))
  }
}

async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o644)
  try {
    await endLastLine(handle)
    await handle.appendFile(`${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Ends a last line that a full disk or a crash has cut, so that no other is joined to it. */
async function endLastLine(handle: FileHandle): Promise<void> {
  const text = await handle.readFile('utf8')
  const { cut } = linesOf(text)
  if (cut !== '') await handle.truncate(Buffer.byteLength(text) - Buffer.byteLength(cut))
  else if (text !== '' && !text.endsWith('\n')) await handle.appendFile('\n')
}

/**
 * The lines of a file of checkpoints, and what is left of one that was cut while it was written.
 */
function linesOf(text: string): { readonly lines: readonly string[]; readonly cut: string } {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const last = text.endsWith('\n') ? undefined : lines.at(-1)
  if (last === undefined || parseCheckpoint(last) || parseKeyChange(last)) return { lines, cut: '' }
  return { lines: lines.slice(0, -1), cut: last }
}

/** The checkpoints in some folders, whoever has signed them. */
export type FoundCheckpoints = Awaited<ReturnType<typeof readCheckpoints>>

/** What no folder holds: for a trail about which nothing outside is known. */
export const NO_CHECKPOINTS: FoundCheckpoints = {
  good: [],
  foreign: [],
  forged: 0,
  keys: [],
  keyProblem: null,
}

export async function readCheckpoints(folders: readonly string[], ring: KeyRing) {
  const lines = await readCheckpointLines(folders)
  const changes = lines.flatMap((line) => parseKeyChange(line) ?? []).filter(isSignedByBoth)
  const parsed = lines.filter((line) => !parseKeyChange(line)).map(parseCheckpoint)
  const checkpoints = parsed.flatMap((one) => one ?? [])
  const known = knownKeys(ring, changes, checkpoints)
  const trusted = trustedNames(ring, changes)
  const right: Checkpoint[] = []
  for (const [index, checkpoint] of checkpoints.entries()) {
    if (index % 100 === 99) await breathe() // a hundred signatures take some 15 ms
    const key = known.get(checkpoint.key)
    if (key && isSignedBy(key, checkpoint)) right.push(checkpoint)
  }
  right.sort((one, other) => one.entry - other.entry || one.at.localeCompare(other.at))
  const strangers = new Set(checkpoints.map(({ key }) => key).filter((name) => !trusted.has(name)))
  return {
    /** Signed by a key that counts, each once, in the order of their entries. */
    good: right.filter(({ key }) => trusted.has(key)),
    /** Rightly signed, but by keys that do not count. */
    foreign: right.filter(({ key }) => !trusted.has(key)),
    /**
     * Lines that are no checkpoint, that the key they name has not signed, or whose key is not
     * known.
     */
    forged: parsed.length - right.length,
    /** The names of the keys that count. */
    keys: [...trusted],
    /**
     * Why they do not vouch for the trail, as the end of a sentence; null where the keys are right.
     */
    keyProblem: keyProblem(ring, trusted, [...strangers]),
  }
}

/**
 * Public keys by their names: those of the ring, and those that the lines carry, which their names
 * prove.
 */
function knownKeys(
  ring: KeyRing,
  changes: readonly KeyChange[],
  checkpoints: readonly Checkpoint[],
) {
  const known = new Map(
    [...ring.named, ...(ring.own ? [ring.own] : [])].map((key) => [keyName(key), key]),
  )
  const carried = [
    ...changes.flatMap((change) => [change.old_key, change.new_key]),
    ...checkpoints.flatMap((checkpoint) => checkpoint.public_key ?? []),
  ]
  for (const text of new Set(carried)) {
    try {
      const key = publicKeyOf(text)
      known.set(keyName(key), key)
    } catch {
      // No key at all: the lines that need it count as forged.
    }
  }
  return known
}

/**
 * The keys that count: the named ones, else the installation's own, and those handed over from or
 * to.
 */
function trustedNames({ own, named }: KeyRing, changes: readonly KeyChange[]): Set<string> {
  const trusted = new Set((named.length > 0 ? named : own ? [own] : []).map(keyName))
  const pairs = changes.map(({ old_key, new_key }) => [
    keyName(publicKeyOf(old_key)),
    keyName(publicKeyOf(new_key)),
  ])
  for (let before = -1; before < trusted.size;) {
    before = trusted.size
    for (const pair of pairs)
      if (pair.some((name) => trusted.has(name))) pair.forEach((name) => trusted.add(name))
  }
  return trusted
}

function keyProblem(
  { own, named }: KeyRing,
  trusted: Set<string>,
  strangers: string[],
): string | null {
  const ours = [...trusted]
  const trustedNames = ours.join(', ')
  if (own === undefined && (named.length > 0 || strangers.length > 0)) {
    return t.chainText.keyMissing({ signers: [...ours, ...strangers].join(', ') })
  }
  if (own && !trusted.has(keyName(own))) {
    return t.chainText.otherKey({ own: keyName(own), trusted: trustedNames })
  }
  if (strangers.length === 0) return null
  const keys = { strangers: strangers.join(', '), trusted: trustedNames || 'unknown' }
  return t.chainText.strangeKeys(keys)
}

export async function readCheckpointLines(folders: readonly string[]): Promise<string[]> {
  const files = await checkpointFiles(folders)
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return [...new Set(texts.flatMap((text) => linesOf(text).lines))]
}

/** What a file of checkpoints says of some entries, whoever has signed it; hashes in hex. */
export async function readClaims(file: string): Promise<Pick<Checkpoint, 'entry' | 'hash'>[]> {
  return (await readFile(file, 'utf8')).split('\n').flatMap((line) => parseCheckpoint(line) ?? [])
}

/**
 * Keeps a file of checkpoints under another name, after a restore that was meant. Gives the new
 * name.
 */
export async function setCheckpointsAside(file: string, at: Date): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const aside = `${file}.until-${at.toISOString().replace(/\D/g, '').slice(0, 14)}`
  await rename(file, aside)
  // Which key was handed over to which goes on being true.
  for (const line of lines) if (parseKeyChange(line)) await appendLine(file, line)
  return aside
}
