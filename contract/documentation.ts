import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const openApi = endpoint({
  method: 'GET',
  url: '/api/openapi.json',
  access: 'public',
  summary: 'This description: OpenAPI 3.1',
  description: 'Made from the schemas that the server checks requests with.',
  response: { 200: z.record(z.string(), z.unknown()) },
})

export const documentationPage = endpoint({
  method: 'GET',
  url: '/api/docs',
  access: 'public',
  media: ['text/html'],
  summary: 'This page',
  description: 'A page of HTML that reads the description for programs.',
  response: { 200: z.string() },
})
