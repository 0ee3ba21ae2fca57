/**
 * The decimal in what was pasted from a bank's page or a spreadsheet, written as a number field takes it: `LKR 1,301.25` →
 * `1301.25`, `301,25` → `301.25`. Undefined where it could mean two numbers (`301,250`, two cells) or none.
 */
export function pastedRate(text: string): string | undefined {
  const cell = text.trim()
  if (/[\t\r\n]/.test(cell)) return undefined
  const bare = cell.replace(/^(?:LKR|Rs\.?)|(?:LKR)$/gi, '').replace(/[\s\u00a0\u202f']/g, '')
  if (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(bare)) return bare
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(bare) || /^\d{1,3}(?:,\d{3}){2,}$/.test(bare))
    return bare.replaceAll(',', '')
  const comma = /^(\d+),(\d+)$/.exec(bare)
  return comma?.[2] && comma[2].length !== 3 ? bare.replace(',', '.') : undefined
}
