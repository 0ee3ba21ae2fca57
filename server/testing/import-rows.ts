/**
 * Rows for an import from a CSV with a header: `date,currency,rate`, `currency,rate` or `date,name`.
 */
export function rowsOf(csv: string): object[] {
  const [header = '', ...lines] = csv.trim().split('\n')
  const names = header.toLowerCase().split(',')
  return lines.map((line) =>
    Object.fromEntries(
      line.split(',').flatMap((cell, at) => {
        const name = names[at] ?? ''
        if (cell === '') return []
        return [[name, ['rate', 'units', 'amount', 'line'].includes(name) ? Number(cell) : cell]]
      }),
    ),
  )
}
