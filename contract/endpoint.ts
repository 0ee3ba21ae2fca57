import type * as z from 'zod/mini'

/** Any zod schema; what it accepts and gives is read off with `z.input` and `z.output`. */
export type Schema = z.core.$ZodType

/**
 * Who may call: anyone; anyone with a live session; anyone with a live session or a personal access token that may
 * read, or that may write.
 */
export type Access = 'public' | 'session' | 'read' | 'write'

/** Bytes that the body of a request may have, where its endpoint does not say more. */
export const BODY_LIMIT = 4096

/** One call of the API: everything that server, client, documentation and tests need to know of it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters as `:name`. URL text stands nowhere else. */
  readonly url: `/api/${string}`
  readonly access: Access
  /** One line for the documentation. */
  readonly summary: string
  /** Whole sentences for the documentation: what the summary does not say. */
  readonly description: string
  /** A public read that pages of every origin may call. */
  readonly anyOrigin?: true
  /** A public call that takes a session's token where there is one. */
  readonly takesSession?: true
  /** A body for the documentation. Sent as it is, it must not change a public rate. */
  readonly example?: unknown
  /** Which limit counts its calls by network, before anything of them is read: changes are `write` without it. */
  readonly limit?: 'sign-in'
  /** Bytes that a body may have, where it is more than `BODY_LIMIT`. */
  readonly bodyLimit?: number
  /** Media types of the successful answer, where it is not JSON as its schema says. */
  readonly media?: readonly string[]
  readonly schema: {
    readonly params?: Schema
    readonly querystring?: Schema
    readonly body?: Schema
    /** By status: the successes, and errors that only this endpoint has. `responsesOf` adds the others. */
    readonly response: Readonly<Partial<Record<number, Schema>>>
  }
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}

type Part<
  E extends Endpoint,
  Name extends 'params' | 'querystring' | 'body',
> = E['schema'][Name] extends Schema ? E['schema'][Name] : undefined

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** What a caller gives. */
export interface CallInput<E extends Endpoint> {
  readonly params: InputOf<Part<E, 'params'>>
  readonly querystring: InputOf<Part<E, 'querystring'>>
  readonly body: InputOf<Part<E, 'body'>>
}

/** What a handler gets after the check. */
export interface CheckedInput<E extends Endpoint> {
  readonly params: OutputOf<Part<E, 'params'>>
  readonly querystring: OutputOf<Part<E, 'querystring'>>
  readonly body: OutputOf<Part<E, 'body'>>
}

type SuccessStatus = 200 | 201

/** What a successful call answers. */
export type ResponseBody<E extends Endpoint> = {
  [Status in keyof E['schema']['response']]: Status extends SuccessStatus
    ? E['schema']['response'][Status] extends Schema
      ? z.output<E['schema']['response'][Status]>
      : never
    : never
}[keyof E['schema']['response']]
