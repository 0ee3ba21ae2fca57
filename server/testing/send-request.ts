import type { InjectOptions } from 'fastify'
import type { ResponseBody, Endpoint } from '../../contract/endpoint.ts'
import type { ErrorResponse } from '../../contract/errors.ts'
import type { TestApp } from './test-app.ts'

/** `body` is typed as the response and as an error: the test knows which one it gets. */
export interface TypedResponse<E extends Endpoint> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: ResponseBody<E> & ErrorResponse
}

/** Sends without a socket. `E`: the endpoint of the URL. */
export async function sendRequest<E extends Endpoint>(
  { app }: Pick<TestApp, 'app'>,
  options: InjectOptions,
): Promise<TypedResponse<E>> {
  const response = await app.inject(options)
  const body = (response.body === '' ? {} : response.json()) as ResponseBody<E> & ErrorResponse
  return { status: response.statusCode, headers: response.headers, body }
}
