import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/alerts.schema.ts'

export const requestAlert: Endpoint<'public', typeof schema.requestAlert> = {
  method: 'POST',
  url: '/api/alerts',
  access: 'public',
  limit: 'sign-in',
}

export const listAlerts: Endpoint<'public', typeof schema.listAlerts> = {
  method: 'POST',
  url: '/api/alerts/list',
  access: 'public',
  limit: 'sign-in',
}

export const addAlert: Endpoint<'public', typeof schema.addAlert> = {
  method: 'POST',
  url: '/api/alerts/add',
  access: 'public',
  limit: 'sign-in',
}

export const confirmAlert: Endpoint<'public', typeof schema.confirmAlert> = {
  method: 'POST',
  url: '/api/alerts/confirm',
  access: 'public',
  limit: 'sign-in',
}

export const endAlert: Endpoint<'public', typeof schema.endAlert> = {
  method: 'POST',
  url: '/api/alerts/end',
  access: 'public',
  limit: 'sign-in',
}

export const openUnsubscribe: Endpoint<'public', typeof schema.openUnsubscribe> = {
  method: 'GET',
  url: '/api/alerts/unsubscribe',
  access: 'public',
}

export const unsubscribe: Endpoint<'public', typeof schema.unsubscribe> = {
  method: 'POST',
  url: '/api/alerts/unsubscribe',
  access: 'public',
}
