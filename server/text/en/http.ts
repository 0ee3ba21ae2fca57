/** What any call can be refused with. */
export const httpText = {
  badRequest: 'Bad request',
  notFound: 'Resource not found',
  serverError: 'Server error',
  unauthenticated: 'Unauthenticated.',
  moreFields: (count: number) => `And ${count} more.`,
  unknownField: 'This field is not recognised.',
  noObject: 'Send a JSON object.',
  databaseAway: 'The database is not responding. Try again in a moment.',
  storageFull: 'Nothing can be stored at the moment. Try again in a few minutes.',
  diskFull: (at: Date) =>
    `Nothing could be stored at ${at.toISOString()}: the disk of the database is full.`,
  diskLow: (megabytes: number) => `Only ${megabytes} MB are free on the disk of the server.`,
  bodyTooLarge: (kib: number) => `The request body may have at most ${kib} KiB.`,
  mediaType: (taken: string) => `Send the body as ${taken}.`,
  bodyNotUtf8: 'The body must be valid UTF-8.',
  bodyTooManyValues: (most: number) => `The body may have at most ${most} fields and items.`,
  bodyNotJson: 'The body must be valid JSON without a key named __proto__.',
  methodNotAllowed: (method: string) => `This address does not accept ${method}.`,
  unreadableAddress: 'The address cannot be read.',
  fragmentInAddress: 'The address must not contain "#".',
  host: 'The request must have one Host header.',
  tooSlow: 'The request took too long to arrive.',
  headersTooLarge: 'The headers are too large.',
  malformed: 'Malformed HTTP request.',
  busy: 'The server is busy. Try again in a moment.',
  idempotencyKey: 'The key must have 1 to 200 printable characters and no spaces.',
  idempotencyKeyUsed: 'This Idempotency-Key was used for another request already.',
  tooManyRunning: 'Too many of your requests are running. Try again in a second.',
  tooManyInvalidTokens: 'Too many invalid tokens from your network. Try again in a minute.',
  tooManyCalls: (kind: 'sign-in' | 'write' | 'file', wait: number) =>
    `Too many ${MANY_CALLS[kind]}. Try again in ${waitInWords(wait)}.`,
  tooManyStreams: 'Too many live connections. Try again later.',
}

const MANY_CALLS = {
  'sign-in': 'sign-in calls from your network',
  write: 'changes from your network',
  file: 'files in a minute',
}

/** A wait in words: seconds below a minute and a half, then minutes, rounded up. */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 90) return whole === 1 ? '1 second' : `${whole} seconds`
  return `${Math.ceil(whole / 60)} minutes`
}
