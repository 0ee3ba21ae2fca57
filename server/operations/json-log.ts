import pino, { type Logger } from 'pino'
import { t } from '../../text/sentences.ts'
import type { LogLevel } from '../settings.ts'

/** More lines than these are lost while nobody reads standard error. */
const MAX_UNREAD_BYTES = 1_000_000

let lost = 0

/** Never throws and never waits. Lines that cannot be written are lost. */
const standardError = {
  write(line: string): void {
    const { stderr } = process
    if (stderr.writableLength > MAX_UNREAD_BYTES) lost++
    else
      stderr.write(line, (error) => {
        if (error) lost++
      })
  },
}

/** Counts since the start. */
export const logWarnings = (): { log?: string } =>
  lost === 0 ? {} : { log: t.httpText.logLost({ lines: lost }) }

/**
 * JSON lines on standard error; standard output has three lines for users. The program listens for
 * errors of both.
 */
export function jsonLog(level: LogLevel): Logger {
  const redact = ['req.headers.authorization', 'headers.authorization', '*.otp', '*.token']
  const options = { level, base: { pid: process.pid }, redact, serializers: { err: describeError } }
  return pino(options, standardError)
}

/** Drivers' errors carry their connection, and `detail` values of a row: keep neither. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error))
    return { message: typeof error === 'string' ? error : typeof error }
  const { name, message, stack, cause } = error
  const known = error as { code?: unknown; constraint?: unknown }
  return {
    type: name,
    message,
    code: known.code,
    constraint: known.constraint,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
