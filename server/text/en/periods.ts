import type { PeriodUnit } from '../../../domain/period.ts'

/** What closing and average rates respond with. */
export const periodsText = {
  reversedMonths: 'The first month must not be after the last.',
  tooLong: (years: number) => `Choose at most ${years} years.`,
  movedFar: (percent: string, unit: PeriodUnit) =>
    `The rate moved ${percent} % in this ${unit.replace('-', ' ')}: an average is a poor ` +
    'approximation of it.',
}
