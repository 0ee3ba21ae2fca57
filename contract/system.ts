import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { errorBody } from './errors.ts'
import * as v from './values.ts'

const healthState = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.string()),
  warnings: z.optional(z.record(z.string(), z.string())),
})

export const live = endpoint({
  method: 'GET',
  url: '/api/health/live',
  access: 'public',
  summary: 'Alive',
  description:
    'Whether the process responds. ' +
    'Asks nothing of the database: restart the process when this does not respond.',
  response: { 200: healthState },
})

export const ready = endpoint({
  method: 'GET',
  url: '/api/health/ready',
  access: 'public',
  summary: 'Ready',
  description:
    'Whether the process can do its work: its database responds and its rate book is loaded. ' +
    '`checks` says what is missing. Send no traffic while this responds with 503.',
  response: { 200: healthState, 503: z.union([healthState, errorBody]) },
})

export const openApi = endpoint({
  method: 'GET',
  url: '/api/openapi.json',
  access: 'public',
  summary: 'This description: OpenAPI 3.1',
  description: 'Made from the schemas that the server checks requests with.',
  // A query has no meaning, so a request with one is led to the kept address.
  response: { 200: z.record(z.string(), z.unknown()), 308: v.noBody },
})

export const documentationPage = endpoint({
  method: 'GET',
  url: '/api/docs',
  access: 'public',
  media: ['text/html'],
  summary: 'This page',
  description: 'A page of HTML that reads the description for programs.',
  response: { 200: z.string(), 308: v.noBody },
})
