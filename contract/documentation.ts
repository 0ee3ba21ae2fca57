import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/documentation.schema.ts'

export const openApi: Endpoint<'public', typeof schema.openApi> = {
  method: 'GET',
  url: '/api/openapi.json',
  access: 'public',
}

export const documentationPage: Endpoint<'public', typeof schema.documentationPage> = {
  method: 'GET',
  url: '/api/docs',
  access: 'public',
  media: ['text/html'],
}

export const documentationExplorer: Endpoint<'public', typeof schema.documentationExplorer> = {
  method: 'GET',
  url: '/api/docs/explore',
  access: 'public',
  media: ['text/html'],
}
