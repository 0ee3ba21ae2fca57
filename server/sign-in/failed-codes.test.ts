import { pino } from 'pino'
import { expect, it } from 'vitest'
import { FailedCodes, WARNING_PER_HOUR } from './failed-codes.ts'

it('warns once an hour when many codes failed, whoever’s they were, and sums them up', () => {
  const lines: string[] = []
  const codes = new FailedCodes(
    pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
  )
  for (let count = 0; count < WARNING_PER_HOUR * 3; count++) codes.add(count)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('many sign-in codes failed')
  for (let count = 0; count < WARNING_PER_HOUR; count++) codes.add(3_600_000 + count)
  expect(lines).toHaveLength(2)
  expect(codes.total).toBe(WARNING_PER_HOUR * 4)
})
