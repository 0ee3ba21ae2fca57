import { publicEndpoint } from './endpoint.ts'
import type * as schema from './schema/health.schema.ts'

export const live = publicEndpoint<typeof schema.live>('GET', '/api/health/live')

export const ready = publicEndpoint<typeof schema.ready>('GET', '/api/health/ready')
