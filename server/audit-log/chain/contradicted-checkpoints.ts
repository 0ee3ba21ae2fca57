import { connect } from '../../database/connection.ts'
import {
  checkpointFiles,
  checkpointFolders,
  readClaims,
  setCheckpointsAside,
} from './checkpoint-files.ts'
import type { CheckpointPlaces } from './checkpoint-key.ts'
import { readHashes } from './read-chain.ts'

/**
 * After a restore: renames the installation's own checkpoints of a trail that is gone, and gives
 * lines that say so. Those in `checkpointDir` are left for their keeper to judge.
 */
export async function setContradictedAside(ownerUrl: string, places: CheckpointPlaces, at: Date) {
  const [own = '', others = ''] = checkpointFolders(places)
  await using db = connect(ownerUrl, { name: 'rupee-rates restore' }).db
  const isContradicted = async (file: string): Promise<boolean> => {
    const claims = await readClaims(file)
    const hashes = await readHashes(
      db,
      claims.map(({ entry }) => entry),
    )
    return claims.some(({ entry, hash }) => hashes.get(entry)?.toString('hex') !== hash)
  }
  const lines: string[] = []
  for (const file of await checkpointFiles([own])) {
    if (await isContradicted(file))
      lines.push(
        `Checkpoints of the trail before are kept as ${await setCheckpointsAside(file, at)}.`,
      )
  }
  for (const file of others === '' ? [] : await checkpointFiles([others])) {
    if (await isContradicted(file))
      lines.push(
        `${file} has checkpoints of the trail before: until its keeper renames it, the trail ` +
          'counts as TRUNCATED or REWRITTEN.',
      )
  }
  return lines
}
