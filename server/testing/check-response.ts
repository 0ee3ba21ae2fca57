import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { ERROR_STATUS, errorBody, listResponses } from '../../contract/errors.ts'
import { messageResponse } from '../../contract/values.ts'
import { securityHeaders } from '../http/server.ts'
import { Counter } from '../../harness/load/counter.ts'
import {
  describeRequest,
  type GeneratedRequest,
  type RequestGenerator,
} from './generated-requests.ts'

export interface GivenResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
  readonly body: string
  /** With status 0. */
  readonly failure?: string
}

export interface GeneratedLoad {
  readonly generator: RequestGenerator
  readonly count: number
  readonly atOnce: number
  /** Returns status 0 without a response. */
  readonly respond: (request: GeneratedRequest, number: number) => Promise<GivenResponse>
  /** Called again when a request has ended the session. */
  readonly newToken: () => string | Promise<string>
}

/** Sends generated requests; returns the faults as sentences, all statuses and the repetitions. */
export async function sendGenerated({
  generator,
  count,
  atOnce,
  respond,
  newToken,
}: GeneratedLoad) {
  const errors: string[] = []
  const statuses = new Counter<number>()
  let [number, repeated] = [0, 0]
  let token = await newToken()
  const runWorker = async () => {
    while (number < count) {
      const own = ++number
      const request = generator.next(token)
      const { response, tries } = await withRetries(() => respond(request, own))
      repeated += tries
      statuses.note(response.status)
      const error =
        response.status === 0 ? `not answered (${response.failure})` : errorOf(request, response)
      if (error !== undefined) errors.push(`${describeRequest(request)}: ${error}`)
      if (response.status === 401 && request.headers['authorization'] === `Bearer ${token}`)
        token = await newToken()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runWorker))
  return { errors, statuses, repeated }
}

/** Repeats for two seconds what a busy machine or a user's other requests make refuse. */
async function withRetries(respond: () => Promise<GivenResponse>) {
  for (let tries = 0; ; tries++) {
    const response = await respond()
    const { status, headers } = response
    if ((status !== 503 && (status !== 429 || headers['retry-after'] !== '1')) || tries === 20)
      return { response, tries }
    await pause(100)
  }
}

/** Sends to an application in this process, from a network of its own because of the limits. */
export async function inject(
  app: FastifyInstance,
  { method, url, headers, payload }: GeneratedRequest,
  remoteAddress: string,
): Promise<GivenResponse> {
  const options = {
    method: method as 'GET',
    url,
    headers,
    remoteAddress,
    ...(payload && { payload }),
  }
  const response = await app.inject(options)
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

/** Any call with a body may get these: too large, another type, not readable. */
const OF_BODIES = [400, 413, 415]
/** 422 is another service's 400. */
const ALL_STATUSES = new Set<number>([200, 201, 204, 303, 304, 422, ...Object.values(ERROR_STATUS)])

/** Returns a sentence, or undefined if contract and security headers are as promised. */
export function errorOf(
  { endpoint, url, headers, payload }: GeneratedRequest,
  response: GivenResponse,
): string | undefined {
  const { status } = response
  if (status >= 500) return `answered ${status}`
  const lacking = Object.keys(securityHeaders({ publicUrl: 'http://localhost' })).find(
    (name) => !(name in response.headers),
  )
  if (lacking !== undefined) return `answered ${status} without ${lacking}`
  const schemas = endpoint ? listResponses(endpoint) : undefined
  const declared = schemas === undefined ? ALL_STATUSES.has(status) : status in schemas
  const strangeBody =
    (!endpoint || endpoint.body === undefined) &&
    (payload !== undefined || 'content-type' in headers)
  const general =
    (strangeBody && OF_BODIES.includes(status)) || (status === 304 && 'if-none-match' in headers)
  if (!declared && !general) return `answered ${status}, which is not declared`
  if ([204, 303, 304, 308].includes(status)) return undefined
  // `//api/…` and `/API/…` are addresses of pages, if pages are served.
  if (status === 404 && !url.startsWith('/api/') && typeOf(response).startsWith('text/html'))
    return undefined
  if (status >= 400) {
    const wrong = mismatch(errorBody, response)
    // Frankfurter's errors have another form, with a message too.
    const own = schemas?.[status] ?? (url.startsWith('/api/compat/') ? messageResponse : undefined)
    return wrong !== undefined && own ? mismatch(own, response) : wrong
  }
  if (endpoint === null || endpoint.media) return undefined
  const schema = schemas?.[status]
  return schema && mismatch(schema, response)
}

function typeOf({ headers }: GivenResponse): string {
  const type = headers['content-type']
  return typeof type === 'string' ? type : ''
}

function mismatch(schema: z.core.$ZodType, response: GivenResponse): string | undefined {
  const { body } = response
  const contentType = typeOf(response)
  if (!contentType.startsWith('application/json')) return `answered as ${contentType || 'nothing'}`
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return `answered no JSON: ${body.slice(0, 100)}`
  }
  const result = z.safeParse(schema, parsed)
  const issue = result.error?.issues[0]
  return issue && `answered what its schema does not know: ${issue.path.join('.')} ${issue.message}`
}
