import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/**
 * `session`: for its own account. `read`, `write`: a session or a token with that right. `admin`:
 * an administrator's session. A user who waits for approval may call `public`, `session` and
 * `ofOwnAccount`.
 */
export type Access = 'public' | 'session' | 'read' | 'write' | 'admin'

/** In bytes. */
export const BODY_LIMIT = 4096

export const MAX_VALUES = 100

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'
/** A result that is also sent as a file, by the request's `Accept`. */
export const SHEET_MEDIA = ['application/json', XLSX_TYPE, CSV_TYPE] as const

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: `/api/${string}` | `/feed/${string}` | '/calendar.ics'
  readonly access: Access
  readonly anyOrigin?: true
  /** Kept until a fact, the feed's state or the day in Colombo changes. */
  readonly cache?: 'rates'
  readonly takesSession?: true
  readonly ofOwnAccount?: true
  /** The limit that counts the call. Without it, a change counts against `write`. */
  readonly limit?: 'sign-in'
  readonly bodyLimit?: number
  readonly maxValues?: number
  readonly media?: readonly string[]
  readonly summary: string
  readonly description: string
  /** Sent as it is, it must not change a public rate. */
  readonly example?: object
  readonly csv?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** `listResponses` adds the common errors. */
  readonly response: Readonly<Partial<Record<number, Schema>>>
}

export const PUBLIC_READ = {
  method: 'GET',
  access: 'public',
  anyOrigin: true,
  cache: 'rates',
} as const
export const SIGN_IN_CALL = { method: 'POST', access: 'public', limit: 'sign-in' } as const

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type InputOf<E, Part extends string> =
  E extends Readonly<Record<Part, infer S extends Schema>> ? z.input<S> : undefined
type OutputOf<E, Part extends string> =
  E extends Readonly<Record<Part, infer S extends Schema>> ? z.output<S> : undefined

export interface CallInput<E extends Endpoint> {
  readonly params: InputOf<E, 'params'>
  readonly query: InputOf<E, 'query'>
  readonly body: InputOf<E, 'body'>
}

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
