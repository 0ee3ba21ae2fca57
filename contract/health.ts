import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/health.schema.ts'

export const live: Endpoint<'public', typeof schema.live> = {
  method: 'GET',
  url: '/api/health/live',
  access: 'public',
}

export const ready: Endpoint<'public', typeof schema.ready> = {
  method: 'GET',
  url: '/api/health/ready',
  access: 'public',
}
