import { toDayNumber, type CalendarDate } from '../calendar-date.ts'

interface LinePlace {
  readonly x: number
  readonly y: number
}

export function linePlaces(
  points: readonly { readonly date: CalendarDate; readonly rate: number }[],
  width: number,
  height: number,
): readonly LinePlace[] {
  const days = points.map(({ date }) => toDayNumber(date))
  const rates = points.map(({ rate }) => rate)
  const [firstDay = 0] = days
  const lowest = Math.min(...rates)
  const perDay = width / ((days.at(-1) ?? 0) - firstDay || 1)
  const perRupee = height / (Math.max(...rates) - lowest || 1)
  return days.map((day, at) => ({
    x: (day - firstDay) * perDay,
    y: height - ((rates[at] ?? lowest) - lowest) * perRupee,
  }))
}
