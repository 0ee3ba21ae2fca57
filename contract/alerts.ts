import { publicEndpoint, signInCall } from './endpoint.ts'
import type * as schema from './schema/alerts.schema.ts'

export const requestAlert = signInCall<typeof schema.requestAlert>('/api/alerts')

export const listAlerts = signInCall<typeof schema.listAlerts>('/api/alerts/list')

export const addAlert = signInCall<typeof schema.addAlert>('/api/alerts/add')

export const confirmAlert = signInCall<typeof schema.confirmAlert>('/api/alerts/confirm')

export const endAlert = signInCall<typeof schema.endAlert>('/api/alerts/end')

export const openUnsubscribe = publicEndpoint<typeof schema.openUnsubscribe>('GET', '/api/alerts/unsubscribe')

export const unsubscribe = publicEndpoint<typeof schema.unsubscribe>('POST', '/api/alerts/unsubscribe')
