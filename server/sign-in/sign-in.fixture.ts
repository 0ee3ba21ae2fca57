import type { Endpoint } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/language.ts'
import * as contract from '../../contract/sign-in.ts'
import { sendRequest, type TypedResponse } from '../testing/send-request.ts'
import { codeIn, linkTokenIn, receivedEmails } from '../testing/received-emails.ts'
import type { TestApp } from '../testing/test-app.ts'

export const FIREFOX =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

export interface Secrets {
  readonly code: string
  readonly link: string
}

/** A client with a network address and a browser. */
export class Visitor {
  readonly testApp: Pick<TestApp, 'app'>
  readonly ip: string
  readonly agent: string
  /** The default address is new, so that tests do not share limits. */
  constructor(testApp: Pick<TestApp, 'app'>, ip = newAddress(), agent = FIREFOX) {
    this.testApp = testApp
    this.ip = ip
    this.agent = agent
  }

  send<E extends Endpoint>(
    { method, url }: E,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TypedResponse<E>> {
    return sendRequest<E>(this.testApp, {
      method,
      url,
      ...(payload && { payload }),
      remoteAddress: this.ip,
      headers: { 'user-agent': this.agent, ...headers },
    })
  }

  register(email: string, name = 'Nimal Perera', more: { language?: Language } = {}) {
    return this.send(contract.register, { name, email, ...more })
  }
  requestCode(email: string, more: { language?: Language } = {}) {
    return this.send(contract.requestCode, { email, ...more })
  }
  verify(email: string, otp: string, more: { language?: Language; name?: string } = {}) {
    return this.send(contract.verifyCode, { email, otp, ...more })
  }
  inspect(token: string) {
    return this.send(contract.inspectLink, { token })
  }
  redeem(token: string, more: { language?: Language; name?: string } = {}) {
    return this.send(contract.redeemLink, { token, ...more })
  }
  user(token: string) {
    return this.send(contract.readUser, undefined, bearer(token))
  }
  sessions(token: string) {
    return this.send(contract.listSessions, undefined, bearer(token))
  }
  signOut(token: string) {
    return this.send(contract.signOut, undefined, bearer(token))
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

let addresses = 0

/** Returns an address of the range for benchmarks (RFC 2544), new in this process. */
export function newAddress(): string {
  addresses++
  return `198.${18 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns the code and link of the newest email to an address. */
export async function newestSecrets(
  testApp: Pick<TestApp, 'deps'>,
  email: string,
): Promise<Secrets> {
  const message = (await receivedEmails(testApp, email)).findLast(({ text }) =>
    text.includes('/login#token='),
  )
  if (!message) throw new Error(`No message to ${email}`)
  return { code: codeIn(message), link: linkTokenIn(message) }
}

let users = 0

/** Registers someone new and opens their message. */
export async function newUser(testApp: TestApp, visitor = new Visitor(testApp)) {
  const email = `visitor${++users}@example.lk`
  await visitor.register(email)
  return { email, ...(await newestSecrets(testApp, email)) }
}

/** Returns a wrong code. */
export function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

export function atOnce<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(index)))
}
