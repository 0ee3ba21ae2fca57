import type * as z from 'zod/mini'

/** Any zod schema; `z.input` and `z.output` are the types that it accepts and returns. */
export type Schema = z.core.$ZodType

/**
 * Who may call: anyone; a live session, for its own account; a session or a personal access token
 * that may read, or write; an administrator's session. A user who waits for approval may call the
 * first two, and what is marked `ofOwnAccount`.
 */
export type Access = 'public' | 'session' | 'read' | 'write' | 'admin'

/** The default limit of a request body, in bytes. */
export const BODY_LIMIT = 4096

/** The default limit of the fields and items of a body. */
export const MAX_VALUES = 100

/** A spreadsheet of Excel 2007 and later. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'

/** One call of the API: who may make it, what it takes and returns, and its documentation. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters as `:name`. */
  readonly url: `/api/${string}` | `/feed/${string}` | '/calendar.ics'
  readonly access: Access
  /** A public read that pages of every origin may call. */
  readonly anyOrigin?: true
  /** A public call that takes a session's token where there is one. */
  readonly takesSession?: true
  /** A read of the caller's own account: open to a user who waits for approval too. */
  readonly ofOwnAccount?: true
  /**
   * Which limit counts its calls by network, before anything of them is read: changes are `write`
   * without it.
   */
  readonly limit?: 'sign-in'
  /** Bytes that a body may have, where it is more than `BODY_LIMIT`. */
  readonly bodyLimit?: number
  /** Fields and items that a body of JSON may have in all, where it is more than `MAX_VALUES`. */
  readonly maxValues?: number
  /** Media types of the successful response, where it is not JSON as its schema says. */
  readonly media?: readonly string[]
  readonly summary: string
  /** Whole sentences for the documentation: what the summary does not say. */
  readonly description: string
  /** A body for the documentation. Sent as it is, it must not change a public rate. */
  readonly example?: object
  /** The example as CSV, if the endpoint takes that beside JSON. */
  readonly csv?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /**
   * By status: the successes, and errors that only this endpoint has. `listResponses` adds the
   * others.
   */
  readonly response: Readonly<Partial<Record<number, Schema>>>
}

/**
 * Declares an endpoint. Bundlers leave it out with its schemas where a page only imports something
 * beside it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** One part of a request, in one of its types; undefined where the endpoint has none. */
type InputOf<E, Part extends string> =
  E extends Readonly<Record<Part, infer S extends Schema>> ? z.input<S> : undefined
type OutputOf<E, Part extends string> =
  E extends Readonly<Record<Part, infer S extends Schema>> ? z.output<S> : undefined

export interface CallInput<E extends Endpoint> {
  readonly params: InputOf<E, 'params'>
  readonly query: InputOf<E, 'query'>
  readonly body: InputOf<E, 'body'>
}

/** What a handler gets after the check. */
export interface CheckedInput<E extends Endpoint> {
  readonly params: OutputOf<E, 'params'>
  readonly query: OutputOf<E, 'query'>
  readonly body: OutputOf<E, 'body'>
}

type SuccessStatus = 200 | 201

export type ResponseBody<E extends Endpoint> = {
  [Status in keyof E['response']]: Status extends SuccessStatus
    ? E['response'][Status] extends Schema
      ? z.output<E['response'][Status]>
      : never
    : never
}[keyof E['response']]
