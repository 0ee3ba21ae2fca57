import { formerUser, sentenceWithout } from '../audit-sentence.ts'
import type { ChainedEntry } from '../entry-hash.ts'

/**
 * The columns of a CSV file, in order: all that an entry's hash and its commitment are made of. `template` is the sentence
 * in the chain where `description` is another; an entry without `salt` has no personal part, or it was erased. In one that is
 * `masked` the personal part is shown masked and cannot be checked: without its salt nobody can find it out by trying.
 */
export const CSV_COLUMNS = [
  'id',
  'created_at',
  'action',
  'description',
  'user',
  'ip_address',
  'currency',
  'metadata',
  'personal_metadata',
  'user_id',
  'format',
  'template',
  'salt',
  'masked',
  'personal_hash',
  'previous_hash',
  'hash',
] as const
/** What the first cell of the last line is, with the proof beside it. */
export const CSV_PROOF = '#proof'

/** An entry as a file holds it: its columns as they are stored, the metadata as the very text that was hashed. */
export type ExportedEntry = Record<(typeof CSV_COLUMNS)[number], string | number | null>

/** The sentence that a file shows for an entry whose own sentence has nobody's name in its place any more. */
export function erasedDescription(entry: Pick<ChainedEntry, 'description' | 'user_id'>): string {
  return sentenceWithout(entry.description, entry.user_id === null ? null : formerUser(entry.user_id))
}
