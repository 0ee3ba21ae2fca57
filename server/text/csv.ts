/**
 * One line of CSV (RFC 4180). Null is an empty cell, an empty text is `""`. A possible formula gets
 * an apostrophe in front (OWASP, CSV Injection).
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return text === '' || /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
