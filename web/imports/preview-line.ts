import type { ImportRow } from '../../contract/imports.ts'
import type { Line } from '../../domain/imports/lines.ts'
import type { RowState } from '../../domain/row-status.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'

export interface PreviewLine {
  readonly line: Line
  /** Undefined if the line could not be read or is not used. */
  readonly row: ImportRow | undefined
  /**
   * `overrides`: a new entry counts before the published rate. `published`: the row equals that
   * rate, so it is not proposed. `no rate`: the cell says so, such as `n/a`.
   */
  readonly state: RowState | 'overrides' | 'published' | 'no rate' | 'unused'
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
        state: !line.isUnused
          ? 'wrong'
          : line.problem.includes('"row no rate"')
            ? 'no rate'
            : 'unused',
        sentence: inputErrorSentence(line.problem),
      }
    const row = rows[next++]
    const { state = 'wrong', sentence = '', rate, current } = row ?? {}
    const isOpen = state === 'new' || state === 'doubtful'
    const published = ['manual', 'sample', undefined].includes(current?.source)
      ? undefined
      : current
    if (isOpen && published && published.rate === rate)
      return { line, row, state: 'published', sentence: '' }
    return { line, row, state: state === 'new' && published ? 'overrides' : state, sentence }
  })
}
