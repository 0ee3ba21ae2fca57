import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayInColombo } from '../domain/calendar-date.ts'
import { describeRequest, RequestGenerator, type GeneratedRequest } from './testing/generated-requests.ts'
import { faultOf, type GivenAnswer } from './testing/judge-answer.ts'
import { signedInPerson } from './testing/signed-in-person.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** The long run, against the real program, is `npm run check:faults -- fuzz`. */
it('answers 2 000 generated requests as its contract says, and none with 5xx', async () => {
  const generator = new RequestGenerator(20_261_120, dayInColombo(test.clock.now()))
  let person = await signedInPerson(test)
  let number = 0
  const faults: string[] = []
  // Side by side, because signing in takes its even time.
  const ask = async () => {
    while (number++ < 2000) {
      const { authorization } = person.headers
      const request = generator.next(authorization.slice('Bearer '.length))
      let answer = await answerTo(request, number)
      // A busy machine sheds load, and one user's reads wait for each other; both say so.
      for (let tries = 0; isPassing(answer) && tries < 20; tries++) {
        await pause(100)
        answer = await answerTo(request, number)
      }
      const fault = faultOf(request, answer)
      if (fault !== undefined) faults.push(`${describeRequest(request)}: ${fault}`)
      if (answer.status === 401) person = await signedInPerson(test)
    }
  }
  await Promise.all(Array.from({ length: 16 }, ask))
  expect(faults).toEqual([])
}, 300_000)

/** Whether a request was refused for what happens beside it. */
const isPassing = ({ status, headers }: GivenAnswer) =>
  status === 503 || (status === 429 && headers['retry-after'] === '1')

async function answerTo(
  { method, url, headers, payload }: GeneratedRequest,
  number: number,
): Promise<GivenAnswer> {
  const answer = await test.app.inject({
    method: method as 'GET',
    url,
    headers,
    // From everywhere: the limits of one network are not what is asked here.
    remoteAddress: `10.${number >> 8}.${number & 255}.1`,
    ...(payload && { payload }),
  })
  const { statusCode: status, body } = answer
  return { status, body, headers: answer.headers }
}
