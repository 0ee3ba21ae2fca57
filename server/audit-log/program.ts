// Verifies an export of the audit trail by itself, with Node 18 or newer and nothing else:
//   node verify-audit-trail.mjs EXPORT.jsonl [CHECKPOINTS.jsonl …] [--key=PUBLIC_KEY …]
// The last line is the verdict. Exit status: 0 good, 1 tampered with, 2 could not be checked.
// The server verifies its database with the same checks.
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readCheckpoints, TrailCheck } from './checks.ts'
import { EXPORT_FORMAT, type ExportHead, type TrailLine } from './trail-format.ts'
import { exitStatus, judge, meaningOfResult, reportLines, resultText } from './verdict.ts'

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file)
  for await (const line of handle.readLines()) if (line !== '') yield line
}

const notAnExport = (file: string) => new Error(`${file} is not an export of the audit trail`)

function parseLine(text: string): TrailLine | null {
  try {
    return JSON.parse(text) as TrailLine
  } catch {
    return null
  }
}

async function verifyFiles(file: string, others: readonly string[], keys: readonly string[]) {
  const signed: string[] = []
  for (const other of others) for await (const line of linesOf(other)) signed.push(line)
  let about: ExportHead | undefined
  let entries: number | undefined
  let check = new TrailCheck()
  let checkpoints = await readCheckpoints([], null)
  const trusted = keys.length > 0 ? keys : null
  for await (const text of linesOf(file)) {
    const line = parseLine(text)
    if (!line) throw notAnExport(file)
    if ('export' in line && !about) {
      about = line.export
      if (about.checkpoint) signed.push(JSON.stringify(about.checkpoint))
      checkpoints = await readCheckpoints([...new Set(signed)], trusted)
      const isSelection = Object.keys(about.filter).some((name) => name !== 'up_to')
      check = new TrailCheck({ checkpoints: checkpoints.good, isSelection })
    } else if ('end' in line) entries = line.end.entries
    if (about?.format !== EXPORT_FORMAT) throw notAnExport(file)
    check.add(line)
  }
  if (!about) throw new Error(`${file} is empty`)
  check.finish()
  const { filter, head, exported_at: at } = about
  const isSelection = Object.keys(filter).some((name) => name !== 'up_to')
  const last = typeof filter['up_to'] === 'number' ? Math.min(filter['up_to'], head.id) : head.id
  const hash = last < head.id ? check.end.hash : head.hash
  const judged = {
    check,
    checkpoints,
    keys: trusted,
    isPinned: trusted !== null,
    now: new Date(at),
    head: isSelection ? check.end : { id: last, hash },
  }
  const within = checkpoints.good.filter((one) =>
    isSelection
      ? one.entry >= (check.first ?? Infinity) && one.entry <= check.end.id
      : // A checkpoint made later may be of entries that came after the export.
        one.entry <= last || (one.entry > head.id && one.at < at),
  )
  let result = judge({ ...judged, checkpoints: { ...checkpoints, good: within } })
  if (!check.broken && entries !== check.entries)
    result = { verdict: 'TRUNCATED', at: check.end.id + 1 }
  else if (exitStatus(result) !== 1 && isSelection && (check.missing > 0 || check.entries === 0))
    result = { verdict: 'NOT SHOWN', at: null }
  for (const line of reportLines(judged)) console.log(line)
  console.log(`${resultText(result)}: ${meaningOfResult(result)}.`)
  return exitStatus(result)
}

const options = { key: { type: 'string', multiple: true } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [file, ...others] = positionals
if (file === undefined) {
  console.log('NO FILE: name an export, and files of checkpoints if you have them.')
  process.exitCode = 2
} else {
  process.exitCode = await verifyFiles(file, others, values.key ?? []).catch((error: unknown) => {
    console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}.`)
    return 2
  })
}
