import { expect, it } from 'vitest'
import { dayInColombo } from '../domain/calendar-date.ts'
import { RequestGenerator } from './testing/generated-requests.ts'
import { inject, sendGenerated } from './testing/check-response.ts'
import { signedInUser } from './testing/signed-in-user.ts'
import { testAppOfFile } from './testing/test-app.ts'

const test = await testAppOfFile()

/** The long run, against the real program, is `npm run check:faults -- fuzz`. */
it('answers 2,000 generated requests as the contract says, none with 5xx', async () => {
  const { errors } = await sendGenerated({
    generator: new RequestGenerator(20_261_120, dayInColombo(test.clock.now())),
    count: 2000,
    // Side by side, because signing in takes its even time.
    atOnce: 16,
    respond: (request, number) => inject(test.app, request, `10.${number >> 8}.${number & 255}.1`),
    newToken: async () => (await signedInUser(test)).headers.authorization.slice('Bearer '.length),
  })
  expect(errors).toEqual([])
}, 300_000)
