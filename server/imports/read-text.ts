import { ApiError, invalid } from '../errors.ts'
import { t } from '../../text/sentences.ts'
import { MAX_TEXT } from './sheet-limits.ts'

/** Bytes that are looked at for the NULs of UTF-16. */
const SAMPLE = 1000
/** What no table has: control characters but for tabs and line ends. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r]/u

/**
 * The text of a file: UTF-8 or UTF-16, else Windows' code page. Throws 400 for what is no table's
 * text, 413 where it is too long.
 */
export function readText(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (text === undefined || NO_TEXT.test(text)) throw refused(t.rateImportText.noText)
  if (/^\s*</.test(text)) throw refused(t.rateImportText.webPage)
  if (text.length > MAX_TEXT) throw new ApiError('too_large', t.rateImportText.textTooLong)
  return text
}

const refused = (sentence: string) => invalid({ file: [sentence] })

function decoded(bytes: Uint8Array): string | undefined {
  const encoding = wideEncoding(bytes)
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return encoding === undefined ? new TextDecoder('windows-1252').decode(bytes) : undefined
  }
}

/** UTF-16 by its mark, or by the NULs that figures and commas have in it. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const nuls = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [high = 0, low = 0] = nuls
  if (Math.max(high, low) * 4 < sample.length || Math.min(high, low) > 0) return undefined
  return high > 0 ? 'utf-16be' : 'utf-16le'
}
