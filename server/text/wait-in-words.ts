import { t } from '../../text/sentences.ts'

/** A wait in words: seconds below a minute and a half, then minutes, rounded up. */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole < 90
    ? t.httpText.wait({ unit: 'second', count: whole })
    : t.httpText.wait({ unit: 'minute', count: Math.ceil(whole / 60) })
}
