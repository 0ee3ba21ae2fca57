import { publicEndpoint } from './endpoint.ts'
import type * as s from './schema/documentation.schema.ts'

const PAGE = { media: ['text/html'] }

export const openApi = publicEndpoint<typeof s.openApi>('GET', '/api/openapi.json')
export const documentationPage = publicEndpoint<typeof s.documentationPage>('GET', '/api/docs', PAGE)
export const documentationExplorer = publicEndpoint<typeof s.documentationExplorer>(
  'GET',
  '/api/docs/explore',
  PAGE,
)
