/**
 * Lines of a table for a terminal: the head, then the rows, columns aligned. Control characters, which a name could
 * otherwise use to write over the operator's screen, are shown as `?`.
 */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((cells) => cells.map((cell) => cell.replace(/\p{C}/gu, '?')))
  const widths = (clean[0] ?? []).map((_, at) => Math.max(...clean.map((cells) => cells[at]?.length ?? 0)))
  return clean.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Colombo',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** `2026-11-21 14:05`, in Sri Lanka; `-` for null. */
export function minuteText(instant: Date | null): string {
  return instant === null ? '-' : FORMAT.format(instant)
}
