import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { dayInColombo } from '../domain/calendar-date.ts'
import { describeRequest, RequestGenerator, type GeneratedRequest } from './testing/generated-requests.ts'
import { errorOf, type GivenResponse } from './testing/check-response.ts'
import { signedInUser } from './testing/signed-in-user.ts'
import { testAppOfFile } from './testing/test-app.ts'

const test = await testAppOfFile()

/** The long run, against the real program, is `npm run check:faults -- fuzz`. */
it('answers 2 000 generated requests as its contract says, and none with 5xx', async () => {
  const generator = new RequestGenerator(20_261_120, dayInColombo(test.clock.now()))
  let user = await signedInUser(test)
  let number = 0
  const errors: string[] = []
  // Side by side, because signing in takes its even time.
  const runWorker = async () => {
    while (number++ < 2000) {
      const { authorization } = user.headers
      const request = generator.next(authorization.slice('Bearer '.length))
      let response = await respondTo(request, number)
      // A busy machine sheds load, and one user's reads wait for each other; both say so.
      for (let tries = 0; isPassing(response) && tries < 20; tries++) {
        await pause(100)
        response = await respondTo(request, number)
      }
      const error = errorOf(request, response)
      if (error !== undefined) errors.push(`${describeRequest(request)}: ${error}`)
      if (response.status === 401) user = await signedInUser(test)
    }
  }
  await Promise.all(Array.from({ length: 16 }, runWorker))
  expect(errors).toEqual([])
}, 300_000)

/** Whether a request was refused for what happens beside it. */
const isPassing = ({ status, headers }: GivenResponse) =>
  status === 503 || (status === 429 && headers['retry-after'] === '1')

async function respondTo(
  { method, url, headers, payload }: GeneratedRequest,
  number: number,
): Promise<GivenResponse> {
  const response = await test.app.inject({
    method: method as 'GET',
    url,
    headers,
    // From everywhere: the limits of one network are not what is asked here.
    remoteAddress: `10.${number >> 8}.${number & 255}.1`,
    ...(payload && { payload }),
  })
  const { statusCode: status, body } = response
  return { status, body, headers: response.headers }
}
