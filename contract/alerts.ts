import { publicEndpoint, signInCall } from './endpoint.ts'
import type * as s from './schema/alerts.schema.ts'

export const requestAlert = signInCall<typeof s.requestAlert>('/api/alerts')
export const listAlerts = signInCall<typeof s.listAlerts>('/api/alerts/list')
export const addAlert = signInCall<typeof s.addAlert>('/api/alerts/add')
export const confirmAlert = signInCall<typeof s.confirmAlert>('/api/alerts/confirm')
export const endAlert = signInCall<typeof s.endAlert>('/api/alerts/end')
export const openUnsubscribe = publicEndpoint<typeof s.openUnsubscribe>('GET', '/api/alerts/unsubscribe')
export const unsubscribe = publicEndpoint<typeof s.unsubscribe>('POST', '/api/alerts/unsubscribe')
