import { spawnSync } from 'node:child_process'
import { missing } from '../../harness/database/debian.ts'

/** The images that a run works with. */
export interface Images {
  readonly current: string
  readonly previous: string
  /** The commit that `previous` is of, in short. */
  readonly previousVersion: string
  /** Size of the unpacked files of `current`. */
  readonly bytes: number
  /** Of these, the files of the base. */
  readonly baseBytes: number
  /** Its largest folders in MB, a line each. */
  readonly largest: string
}

export interface Ran {
  /** null where a signal ended it. */
  readonly status: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** What keeps images from being built here, as a sentence; undefined where nothing does. */
export function missingForImages(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may make a root file system.'
  return missing(['buildah', 'debootstrap'])
}

/** Where buildah keeps images and containers: in the scope's folder, so that nothing of the machine's own is touched. */
export function buildahArgs(folder: string): string[] {
  return ['--storage-driver', 'vfs', '--root', `${folder}/images`, '--runroot', `${folder}/run`]
}

/** Runs a program to its end, with `input` on its standard input. Throws what it said where it failed. */
export function mustRun(program: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr } = run(program, args, input)
  if (status === 0) return stdout
  throw new Error(
    `${program} ${args.slice(0, 12).join(' ')} ended with ${status}:\n${stderr.toString().slice(-3000)}`,
  )
}

/** What a program prints, without the line's end. Throws what it said where it failed. */
export const textOf = (program: string, args: readonly string[]): string =>
  mustRun(program, args).toString().trim()

/** Runs a program to its end, with `input` on its standard input. */
export function run(program: string, args: readonly string[], input?: Buffer): Ran {
  return spawnSync(program, args, { input: input ?? '', maxBuffer: 1e9 })
}
