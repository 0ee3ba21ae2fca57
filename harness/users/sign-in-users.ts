import type { ResponseBody, HttpClient } from '../load/http-client.ts'
import { until } from '../until.ts'

export interface User {
  readonly email: string
  readonly token: string
  /** With x-forwarded-for, which TRUST_PROXY=loopback reads. */
  readonly headers: Readonly<Record<string, string>>
}

interface Mailbox {
  readonly data: readonly { to: string; text: string }[]
}

let strangers = 0

/** Limits apply per network, so each user has another one. */
export function newNetwork(): Record<string, string> {
  const number = ++strangers
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }
}

export async function register(http: HttpClient, email: string): Promise<void> {
  const body = { name: 'Nimal Perera', email }
  expectStatus(await http.post('/api/auth/register', body, newNetwork()), 201)
}

export async function codeFromMailbox(
  http: HttpClient,
  email: string,
  after = '',
): Promise<string> {
  return until(`a message to ${email}`, async () => {
    const { body } = await http.call({ path: http.mailboxPath() })
    const message = (JSON.parse(body) as Mailbox).data.find(({ to }) => to === email)
    const code = message && codeIn(message.text)
    return code !== after && code
  })
}

export const codeIn = (text: string): string | undefined => /^ *(\d{6}) *$/m.exec(text)?.[1]

export function verify(
  http: HttpClient,
  email: string,
  otp: string,
  headers = newNetwork(),
): Promise<ResponseBody> {
  return http.post('/api/auth/verify-otp', { email, otp }, headers)
}

export async function signIn(http: HttpClient, email: string): Promise<User> {
  await register(http, email)
  const network = newNetwork()
  const response = await verify(http, email, await codeFromMailbox(http, email), network)
  expectStatus(response, 200)
  const { token } = JSON.parse(response.body) as { token: string }
  return { email, token, headers: { ...network, authorization: `Bearer ${token}` } }
}

export async function signInUsers(http: HttpClient, count: number): Promise<User[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => signIn(http, `user${index + 1}@example.lk`)),
  )
}

function expectStatus(response: ResponseBody, status: number): void {
  if (response.status !== status)
    throw new Error(`${response.status} instead of ${status}: ${response.body}`)
}
