import { expect, it } from 'vitest'
import { dayInColombo } from '../domain/calendar-date.ts'
import { describeRequest, RequestGenerator } from './testing/generated-requests.ts'
import { errorOf, inject, patiently } from './testing/check-response.ts'
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
      const network = `10.${number >> 8}.${number & 255}.1`
      const response = await patiently(() => inject(test.app, request, network))
      const error = errorOf(request, response)
      if (error !== undefined) errors.push(`${describeRequest(request)}: ${error}`)
      if (response.status === 401) user = await signedInUser(test)
    }
  }
  await Promise.all(Array.from({ length: 16 }, runWorker))
  expect(errors).toEqual([])
}, 300_000)
