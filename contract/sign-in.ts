import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/sign-in.schema.ts'

export const register: Endpoint<'public', typeof schema.register> = {
  method: 'POST',
  url: '/api/auth/register',
  access: 'public',
  limit: 'sign-in',
}

export const requestCode: Endpoint<'public', typeof schema.requestCode> = {
  method: 'POST',
  url: '/api/auth/login',
  access: 'public',
  limit: 'sign-in',
}

export const verifyCode: Endpoint<'public', typeof schema.verifyCode> = {
  method: 'POST',
  url: '/api/auth/verify-otp',
  access: 'public',
  limit: 'sign-in',
}

export const inspectLink: Endpoint<'public', typeof schema.inspectLink> = {
  method: 'POST',
  url: '/api/auth/link',
  access: 'public',
  limit: 'sign-in',
}

export const redeemLink: Endpoint<'public', typeof schema.redeemLink> = {
  method: 'POST',
  url: '/api/auth/authenticate',
  access: 'public',
  limit: 'sign-in',
}

export const readUser: Endpoint<'read', typeof schema.readUser> = {
  method: 'GET',
  url: '/api/auth/user',
  access: 'read',
}

export const readUserAgain: Endpoint<'read', typeof schema.readUserAgain> = {
  method: 'GET',
  url: '/api/user',
  access: 'read',
}

export const signOut: Endpoint<'public', typeof schema.signOut> = {
  method: 'POST',
  url: '/api/auth/logout',
  access: 'public',
  takesSession: true,
}

export const checkUser: Endpoint<'public', typeof schema.checkUser> = {
  method: 'POST',
  url: '/api/check-user',
  access: 'public',
  limit: 'sign-in',
}

export const listSessions: Endpoint<'session', typeof schema.listSessions> = {
  method: 'GET',
  url: '/api/auth/sessions',
  access: 'session',
}

export const endSession: Endpoint<'session', typeof schema.endSession> = {
  method: 'DELETE',
  url: '/api/auth/sessions/:id',
  access: 'session',
}

export const endOtherSessions: Endpoint<'session', typeof schema.endOtherSessions> = {
  method: 'POST',
  url: '/api/auth/sessions/revoke-others',
  access: 'session',
}
