import type { Access } from '../../../contract/endpoint.ts'

/** The documentation page, around what the contract says of each endpoint. Backticks stand around what is typed. */
export const docsPageText = {
  title: 'API',
  description: 'How programs read and enter exchange rates in Sri Lankan rupees.',
  skip: 'Skip to the content',
  /** For screen readers. */
  site: 'Site',
  contents: 'Contents',
  rates: 'Exchange Rates',
  lead: 'Everything that the screens do goes through this API, and so can your programs. It speaks JSON. Programs find the same description as {openApi}.',
  openApi: 'OpenAPI 3.1',
  poweredBy: (provider: string, version: string) => `Powered by ${provider} · version ${version}`,
  conventions: [
    [
      'Tokens',
      '`Authorization: Bearer …` with a personal access token, made under Sessions, or a session’s token.',
    ],
    ['Rates', 'Rupees for one unit as a JSON number with at most 4 decimals; the target is always `LKR`.'],
    ['Days', '`YYYY-MM-DD`, a day in Sri Lanka (UTC+5:30). “Today” is the day in Colombo.'],
    ['Instants', 'ISO 8601 in UTC, such as `2026-09-29T06:30:00.000Z`.'],
    [
      'Failures',
      '`{ code, message, errors? }`; `errors` has sentences for each wrong field. A 429 or 503 says in `Retry-After` when to come back.',
    ],
    ['Repeats', 'A POST with an `Idempotency-Key` may be sent again: it is done once and answered the same.'],
  ] as readonly (readonly [term: string, meaning: string])[],
  examples: 'Examples',
  exampleOf: (title: string) => `Example: ${title}`,
  access: {
    public: 'Anyone',
    session: 'A session',
    read: 'A session, or a token that may read',
    write: 'A session, or a token that may write',
  } satisfies Record<Access, string>,
  inPath: 'In the path',
  inQuery: 'In the query',
  inBody: 'In the body',
  name: 'Name',
  type: 'Type',
  required: 'Required',
  meaning: 'Meaning',
  yes: 'yes',
  no: 'no',
  statuses: 'Answers:',
  response: 'Answer',
  responseOf: (operation: string) => `Answer of ${operation}`,
  example: 'Example',
  exampleResponseOf: (operation: string, media: string) => `Example answer of ${operation}, ${media}`,
  respondsWith: (media: string) => `Answers with \`${media}\`.`,
}
