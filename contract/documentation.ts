import { publicEndpoint } from './endpoint.ts'
import type * as schema from './schema/documentation.schema.ts'

export const openApi = publicEndpoint<typeof schema.openApi>('GET', '/api/openapi.json')

export const documentationPage = publicEndpoint<typeof schema.documentationPage>('GET', '/api/docs', {
  media: ['text/html'],
})

export const documentationExplorer = publicEndpoint<typeof schema.documentationExplorer>(
  'GET',
  '/api/docs/explore',
  { media: ['text/html'] },
)
