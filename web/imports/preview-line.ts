import type { ImportRow } from '../../contract/imports.ts'
import type { Line } from '../../domain/imports/lines.ts'
import type { RowState } from '../../domain/row-status.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'

export interface PreviewLine {
  readonly line: Line
  /** Undefined if the line could not be read or is not used. */
  readonly row: ImportRow | undefined
  readonly state: RowState | 'unused'
  readonly sentence: string
}

/** The server answers only about lines without a problem. */
export function joinPreview(lines: readonly Line[], rows: readonly ImportRow[]): PreviewLine[] {
  let next = 0
  return lines.map((line) => {
    if (line.problem !== undefined)
      return {
        line,
        row: undefined,
        state: line.isUnused ? 'unused' : 'wrong',
        sentence: inputErrorSentence(line.problem),
      }
    const row = rows[next++]
    return { line, row, state: row?.state ?? 'wrong', sentence: row?.sentence ?? '' }
  })
}
