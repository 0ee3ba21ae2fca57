import * as z from 'zod/mini'
import type { EndpointSchema } from '../endpoint.ts'

export const openApi = {
  summary: 'This description of the API, for programs: OpenAPI 3.1',
  description: 'Made from the schemas that the server checks requests with.',
  response: { 200: z.record(z.string(), z.unknown()) },
} satisfies EndpointSchema

export const documentationPage = {
  summary: 'This description of the API, for users',
  description: 'A page of HTML without scripts.',
  response: { 200: z.string() },
} satisfies EndpointSchema

export const documentationExplorer = {
  summary: 'The same page with search, copy buttons and requests to try',
  description: 'It loads one script, of this server, and sends requests to no other.',
  response: { 200: z.string() },
} satisfies EndpointSchema
