import { expect, it } from 'vitest'
import { dayInColombo } from '../domain/calendar-date.ts'
import { RequestGenerator, describeRequest } from './testing/generated-requests.ts'
import { inject, sendGenerated, errorOf } from './testing/check-response.ts'
import { signedInUser } from './testing/signed-in-user.ts'
import { testAppOfFile } from './testing/test-app.ts'
import { WorstCases } from './testing/worst-cases.ts'

const test = await testAppOfFile()

/** The long run, against the real program, is `npm run check:faults -- fuzz`. */
it('answers 1,200 generated requests as the contract says, none with 5xx', async () => {
  const { errors } = await sendGenerated({
    generator: new RequestGenerator(20_261_120, dayInColombo(test.clock.now())),
    count: 1200,
    // Side by side, because signing in takes its even time.
    atOnce: 16,
    respond: (request, number) => inject(test.app, request, `10.${number >> 8}.${number & 255}.1`),
    newToken: async () => (await signedInUser(test)).headers.authorization.slice('Bearer '.length),
  })
  expect(errors).toEqual([])
})

/** How long others wait meanwhile is measured by `npm run check:faults -- stall`. */
it('answers 250 of the most expensive requests as the contract says, errors within 64 KB', async () => {
  const cases = new WorstCases(20_261_121)
  let user = await signedInUser(test)
  const wrong: string[] = []
  for (let number = 0; number < 250; number++) {
    const request = cases.next(user.headers.authorization.slice('Bearer '.length))
    const response = await inject(test.app, request, `10.2.${number >> 8}.${number & 255}`)
    const { status, body } = response
    const error = errorOf(request, response)
    if (error !== undefined) wrong.push(`${describeRequest(request)}: ${error}`)
    const bytes = Buffer.byteLength(body)
    if (status >= 400 && bytes > 65_536)
      wrong.push(`${describeRequest(request)}: ${status} with ${bytes} bytes`)
    // One of them may have been a logout.
    if (status === 401) user = await signedInUser(test)
  }
  expect(wrong).toEqual([])
})
