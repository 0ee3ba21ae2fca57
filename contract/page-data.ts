/** The key of a GET in the browser's query cache: what it is about, and its address without the origin. */
export type ResponseKey = readonly [feature: string, address: string]

/** The responses that a page was made from: the key, the status and the body of each. */
export type PageResponses = readonly (readonly [key: ResponseKey, status: number, body: unknown])[]

/** What the server puts into a page beside its text, and the browser hydrates with. */
export interface PageData {
  /** The day in Colombo when the page was made, `YYYY-MM-DD`. */
  readonly today: string
  readonly providerName: string
  /** The product's public address, without a slash at its end. */
  readonly origin: string
  readonly responses: PageResponses
}
