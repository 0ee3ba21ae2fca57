import { stat } from 'node:fs/promises'
import type { Db } from '../../database/schema.ts'
import type { ChainEnd } from './chain-check.ts'
import { signCheckpoint, type Checkpoint } from './checkpoint.ts'
import {
  appendToFiles,
  checkpointFiles,
  checkpointFolders,
  readCheckpoints,
} from './checkpoint-files.ts'
import type { CheckpointFindings } from './checkpoint-findings.ts'
import { keyFile, readCheckpointKey, readKeyRing, type CheckpointPlaces } from './checkpoint-key.ts'
import { readHead } from './read-chain.ts'
import { compareCheckpoints } from './verify-audit-log.ts'

/** Knows what the checkpoints outside the database say, and adds new ones. */
export class CheckpointWatch {
  private readonly db: Db
  private readonly places: CheckpointPlaces
  private readonly folders: readonly string[]
  /** Names, sizes and times of the files when they were read. */
  private seen = ''
  private found: CheckpointFindings | null = null
  newest: Checkpoint | null = null
  /** The folders that do not have the checkpoint that was signed last, and that one. */
  private unkept: { readonly checkpoint: Checkpoint; readonly folders: readonly string[] } | null =
    null

  constructor(db: Db, places: CheckpointPlaces) {
    this.db = db
    this.places = places
    this.folders = checkpointFolders(places)
  }

  /** Holds every checkpoint against the trail: again only once a file or the key is another. */
  async compare(): Promise<CheckpointFindings> {
    const seen = await this.fingerprint()
    if (this.found && seen === this.seen) return this.found
    const found = await readCheckpoints(this.folders, await readKeyRing(this.places))
    // The end is read after them, or another server's newest checkpoint would be ahead of it.
    this.found = await compareCheckpoints(this.db, found, (await readHead(this.db)).id)
    this.newest = this.found.newest
    this.seen = seen
    return this.found
  }

  /**
   * Signs an end of the chain, to be kept in every folder; does nothing where the key is missing.
   */
  async sign(end: ChainEnd, at: Date): Promise<void> {
    const key = await readCheckpointKey(this.places.dataDir)
    if (!key) return
    this.newest = signCheckpoint(key, end, at)
    this.unkept = { checkpoint: this.newest, folders: this.folders }
  }

  /**
   * Copies the newest checkpoint to folders without it. Throws at one that cannot be written, to be
   * tried again.
   */
  async keep(): Promise<void> {
    while (this.unkept) {
      const { checkpoint, folders } = this.unkept
      const [folder, ...others] = folders
      if (folder !== undefined) await appendToFiles([folder], checkpoint.key, checkpoint)
      this.unkept = others.length > 0 ? { checkpoint, folders: others } : null
      // What was just added need not be read again.
      if (this.found?.keys.includes(checkpoint.key)) this.seen = await this.fingerprint()
    }
  }

  private async fingerprint(): Promise<string> {
    const files = [keyFile(this.places.dataDir), ...(await checkpointFiles(this.folders))]
    const states = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
    return files
      .map((file, index) => `${file} ${states[index]?.size} ${states[index]?.mtimeMs}`)
      .join('\n')
  }
}
