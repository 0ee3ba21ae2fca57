import { publicEndpoint } from './endpoint.ts'
import type * as s from './schema/health.schema.ts'

export const live = publicEndpoint<typeof s.live>('GET', '/api/health/live')
export const ready = publicEndpoint<typeof s.ready>('GET', '/api/health/ready')
