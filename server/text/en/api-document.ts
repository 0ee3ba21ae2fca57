/** What the description of the API says before its endpoints, in Markdown. */
export const apiDocumentText = {
  /** `currencies`: their names as a list in words. */
  introduction: (currencies: string) => `Exchange rates of ${currencies} in Sri Lankan rupees.

- **Tokens:** send \`Authorization: Bearer …\` with a personal access token, created under Account,
  or a session’s token.
- **Rates:** rupees for one unit, or for \`units\` where that stands beside, as a JSON number with
  at most 4 decimals; the target is always \`LKR\`.
- **Days:** \`YYYY-MM-DD\`, a day in Sri Lanka (UTC+5:30). “Today” is the day in Colombo.
- **Times:** ISO 8601 in UTC, such as \`2026-09-29T06:30:00.000Z\`.
- **Errors:** \`{ code, message, errors? }\`; \`errors\` says what is wrong with each field.
  A 429 or 503 says in \`Retry-After\` when to try again.
- **Retries:** a POST with an \`Idempotency-Key\` can be sent again:
  it is done once, and every repeat gets the same response.`,
  /** The page that shows it. */
  pageTitle: (providerName: string) => `API · ${providerName}`,
  pageDescription: 'How programs read and enter exchange rates in Sri Lankan rupees.',
  withoutScripts: 'This page needs JavaScript. Without it, read the same description at',
}
