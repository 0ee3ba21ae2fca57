import recorded from './recorded-responses.json' with { type: 'json' }

/** By operation (`errors` for those of all), status and media type. */
type Recorded = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/**
 * What the server once answered, as an example; undefined where nothing was recorded. recorded-responses.test.ts records
 * them and fails when the server answers something else.
 */
export function recordedResponse(operation: string, status: string, media: string): unknown {
  return (recorded as Recorded)[operation]?.[status]?.[media]
}
