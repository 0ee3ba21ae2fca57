type Cell = string | number | Date | null

/**
 * Lines of a table for a terminal, columns aligned; instants to the minute in Sri Lanka, `-` for
 * null. Control characters, which a name could smuggle in, are shown as `?`.
 */
export function tableLines<Field extends string>(
  items: readonly Readonly<Record<Field, Cell>>[],
  columns: Readonly<Record<string, Field>>,
): string[] {
  const fields = Object.values(columns)
  const rows = [
    Object.keys(columns),
    ...items.map((item) => fields.map((field) => cellText(item[field]))),
  ]
  const widths = fields.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  return rows.map((cells) =>
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

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  return cell instanceof Date ? FORMAT.format(cell) : String(cell).replace(/\p{C}/gu, '?')
}
