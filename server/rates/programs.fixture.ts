import { expect } from 'vitest'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'

export const MANUAL = '/api/exchange-rate/manual'
export const IMPORT = '/api/exchange-rate/import'

export interface Answer {
  readonly code?: string
  readonly message?: string
  readonly warnings?: { kind: string; line?: number }[]
  readonly data?: { id?: number; doubtful?: number; rate?: number; version?: number }
  readonly token?: string
}

/** Programs call by an access token. */
export async function programsOfFile() {
  const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' })
  const { run } = ratesApp
  const send = async (
    url: string,
    payload: object | string,
    headers: Record<string, string>,
    method: 'POST' | 'DELETE' = 'POST',
  ): Promise<[number, Answer]> => {
    const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}
    const response = await run.app.inject({
      method,
      url,
      payload,
      headers: { ...headers, ...type },
    })
    return [response.statusCode, response.json<Answer>()]
  }
  /** Creates a token of a new user, because only a new session may. */
  const createToken = async (limits: object = {}) => {
    const { headers } = await signedInUser(run)
    const body = { name: 'Script', scope: 'write', ...limits }
    const [status, { token = '' }] = await send('/api/auth/access-tokens', body, headers)
    expect(status).toBe(201)
    return { authorization: `Bearer ${token}` }
  }
  return { ratesApp, send, createToken }
}
