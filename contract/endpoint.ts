import type * as z from 'zod/mini'

/** Any zod schema; `z.input` and `z.output` are the types that it accepts and returns. */
export type Schema = z.core.$ZodType

/**
 * Who may call: anyone; anyone with a live session; anyone with a live session or a personal access token that may
 * read, or that may write; an administrator, whom the setting `ADMINS` names, with a live session.
 */
export type Access = 'public' | 'session' | 'read' | 'write' | 'admin'

/** The default limit of a request body, in bytes. */
export const BODY_LIMIT = 4096

/** A spreadsheet of Excel 2007 and later. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The request and the responses of an endpoint, with their documentation: an export of `contract/schema/` with the endpoint's name. */
export interface EndpointSchema {
  /** One line for the documentation. */
  readonly summary: string
  /** Whole sentences for the documentation: what the summary does not say. */
  readonly description: string
  /** A body for the documentation. Sent as it is, it must not change a public rate. */
  readonly example?: object
  readonly params?: Schema
  readonly querystring?: Schema
  readonly body?: Schema
  /** By status: the successes, and errors that only this endpoint has. `responsesOf` adds the others. */
  readonly response: Readonly<Partial<Record<number, Schema>>>
}

declare const schemaType: unique symbol

/**
 * One call of the API, as a client needs it. `S` is the type of its schema, which types parameters and responses;
 * the schema itself is `schemaOf(endpoint)`, so that pages do not load the schemas of the calls that they make.
 */
export interface Endpoint<A extends Access = Access, S extends EndpointSchema = EndpointSchema> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters as `:name`. URL text stands nowhere else. */
  readonly url: `/api/${string}` | `/feed/${string}` | '/calendar.ics'
  readonly access: A
  /** A public read that pages of every origin may call. */
  readonly anyOrigin?: true
  /** A public call that takes a session's token where there is one. */
  readonly takesSession?: true
  /** Which limit counts its calls by network, before anything of them is read: changes are `write` without it. */
  readonly limit?: 'sign-in'
  /** Bytes that a body may have, where it is more than `BODY_LIMIT`. */
  readonly bodyLimit?: number
  /** Media type of the body, where it is no JSON: then the body is a file. */
  readonly takes?: string
  /** Media types of the successful response, where it is not JSON as its schema says. */
  readonly media?: readonly string[]
  /** Never set. */
  readonly [schemaType]?: S
}

/** What an endpoint says beside its method, its address and who may call it. */
type Details = Pick<Endpoint, 'anyOrigin' | 'takesSession' | 'limit' | 'bodyLimit' | 'takes' | 'media'>

/*
 * An endpoint of each access; `S` is the type of its schema. Bundlers leave out those that a page does not call.
 */

/** A call for anyone. */
/* @__NO_SIDE_EFFECTS__ */
export function publicEndpoint<S extends EndpointSchema>(
  method: Endpoint['method'],
  url: Endpoint['url'],
  details?: Details,
): Endpoint<'public', S> {
  return { method, url, access: 'public', ...details }
}

/** A public read that pages of every origin may call. */
/* @__NO_SIDE_EFFECTS__ */
export function publicRead<S extends EndpointSchema>(url: Endpoint['url'], details?: Details) {
  return publicEndpoint<S>('GET', url, { anyOrigin: true, ...details })
}

/** A change for anyone, counted by the limit of sign-in calls. */
/* @__NO_SIDE_EFFECTS__ */
export function signInCall<S extends EndpointSchema>(url: Endpoint['url']) {
  return publicEndpoint<S>('POST', url, { limit: 'sign-in' })
}

/** A call with a live session. */
/* @__NO_SIDE_EFFECTS__ */
export function sessionEndpoint<S extends EndpointSchema>(
  method: Endpoint['method'],
  url: Endpoint['url'],
): Endpoint<'session', S> {
  return { method, url, access: 'session' }
}

/** A call with a live session or a token that may read. */
/* @__NO_SIDE_EFFECTS__ */
export function readEndpoint<S extends EndpointSchema>(
  method: Endpoint['method'],
  url: Endpoint['url'],
  details?: Details,
): Endpoint<'read', S> {
  return { method, url, access: 'read', ...details }
}

/** A call with a live session or a token that may write. */
/* @__NO_SIDE_EFFECTS__ */
export function writeEndpoint<S extends EndpointSchema>(
  method: Endpoint['method'],
  url: Endpoint['url'],
  details?: Details,
): Endpoint<'write', S> {
  return { method, url, access: 'write', ...details }
}

/** A call of an administrator with a live session. */
/* @__NO_SIDE_EFFECTS__ */
export function adminEndpoint<S extends EndpointSchema>(
  method: Endpoint['method'],
  url: Endpoint['url'],
): Endpoint<'admin', S> {
  return { method, url, access: 'admin' }
}

/** The type of an endpoint's schema. */
export type SchemaOf<E extends Endpoint> = E extends Endpoint<Access, infer S> ? S : never

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

/** The schema of one part of a request; undefined where the endpoint has none. */
type Part<E extends Endpoint, Name extends 'params' | 'querystring' | 'body'> =
  SchemaOf<E> extends Readonly<Record<Name, infer S>> ? S : undefined

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

/** The body of a successful response. */
export type ResponseBody<E extends Endpoint> = {
  [Status in keyof SchemaOf<E>['response']]: Status extends SuccessStatus
    ? OutputOf<SchemaOf<E>['response'][Status]>
    : never
}[keyof SchemaOf<E>['response']]
