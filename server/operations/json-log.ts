import pino, { type Logger } from 'pino'
import type { LogLevel } from '../settings.ts'

/** JSON lines on standard error; standard output has three lines for users. */
export function jsonLog(level: LogLevel): Logger {
  const redact = ['req.headers.authorization', 'headers.authorization', '*.otp', '*.token']
  const options = { level, base: { pid: process.pid }, redact, serializers: { err: describeError } }
  return pino(options, pino.destination({ dest: 2, sync: true }))
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
