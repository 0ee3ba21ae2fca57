import { publicEndpoint, readEndpoint, sessionEndpoint, signInCall } from './endpoint.ts'
import type * as s from './schema/sign-in.schema.ts'

export const register = signInCall<typeof s.register>('/api/auth/register')
export const requestCode = signInCall<typeof s.requestCode>('/api/auth/login')
export const verifyCode = signInCall<typeof s.verifyCode>('/api/auth/verify-otp')
export const inspectLink = signInCall<typeof s.inspectLink>('/api/auth/link')
export const redeemLink = signInCall<typeof s.redeemLink>('/api/auth/authenticate')
export const readUser = readEndpoint<typeof s.readUser>('GET', '/api/auth/user')
export const readUserAgain = readEndpoint<typeof s.readUserAgain>('GET', '/api/user')
export const signOut = publicEndpoint<typeof s.signOut>('POST', '/api/auth/logout', { takesSession: true })
export const checkUser = signInCall<typeof s.checkUser>('/api/check-user')
export const listSessions = sessionEndpoint<typeof s.listSessions>('GET', '/api/auth/sessions')
export const endSession = sessionEndpoint<typeof s.endSession>('DELETE', '/api/auth/sessions/:id')
export const endOtherSessions = sessionEndpoint<typeof s.endOtherSessions>(
  'POST',
  '/api/auth/sessions/revoke-others',
)
