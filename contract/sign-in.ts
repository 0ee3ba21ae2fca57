import { publicEndpoint, readEndpoint, sessionEndpoint, signInCall } from './endpoint.ts'
import type * as schema from './schema/sign-in.schema.ts'

export const register = signInCall<typeof schema.register>('/api/auth/register')

export const requestCode = signInCall<typeof schema.requestCode>('/api/auth/login')

export const verifyCode = signInCall<typeof schema.verifyCode>('/api/auth/verify-otp')

export const inspectLink = signInCall<typeof schema.inspectLink>('/api/auth/link')

export const redeemLink = signInCall<typeof schema.redeemLink>('/api/auth/authenticate')

export const readUser = readEndpoint<typeof schema.readUser>('GET', '/api/auth/user')

export const readUserAgain = readEndpoint<typeof schema.readUserAgain>('GET', '/api/user')

export const signOut = publicEndpoint<typeof schema.signOut>('POST', '/api/auth/logout', {
  takesSession: true,
})

export const checkUser = signInCall<typeof schema.checkUser>('/api/check-user')

export const listSessions = sessionEndpoint<typeof schema.listSessions>('GET', '/api/auth/sessions')

export const endSession = sessionEndpoint<typeof schema.endSession>('DELETE', '/api/auth/sessions/:id')

export const endOtherSessions = sessionEndpoint<typeof schema.endOtherSessions>(
  'POST',
  '/api/auth/sessions/revoke-others',
)
