import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { CallName } from '../../contract/all-endpoints.ts'
import { NO_PAGE_DATA, PageDataProvider } from '../page-context.ts'
import { createQueryClient } from '../queries.ts'

/** A body with status 200, or with its own. */
type Answer = object | readonly [status: number, body: object]

export interface Sent {
  readonly address: string
  /** Undefined without one. */
  readonly body: unknown
}

type Answers = (sent: Sent) => Answer
type Responses = Partial<Record<CallName, Answer | Answers>>

/** Answers calls of the contract, all others with a 500. Returns what is sent, by call. */
export function stubServer(responses: Responses) {
  const sent: (Sent & { readonly call: string })[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit) => {
    const [call = `${method} ${address}`, answer = [500, {}]] =
      Object.entries(responses).find(([name]) => matches(name, `${method} ${address}`)) ?? []
    const request = { address, body: body ? (JSON.parse(body as string) as unknown) : undefined }
    sent.push({ call, ...request })
    const given = typeof answer === 'function' ? (answer as Answers)(request) : answer
    const [status, json] = Array.isArray(given) ? (given as [number, object]) : [200, given]
    return Promise.resolve(Response.json(json, { status }))
  })
  return sent
}

function matches(name: string, call: string): boolean {
  return new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`).test(call.split('?')[0] ?? '')
}

/** Renders as in the product: with the cache of responses and the data of the page around. */
export function renderPage(
  element: ReactNode,
  client = createQueryClient(),
  page: typeof NO_PAGE_DATA = NO_PAGE_DATA,
) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <PageDataProvider value={page}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </PageDataProvider>
  )
  return render(element, { wrapper })
}
