import type { Rate } from '../../domain/money.ts'

const FIRST_PLACES = 8

/** Rates of one source by day, in order; 12 bytes a rate. A day is a number of `toDayNumber`. */
export class RateColumn {
  private days = new Int32Array(FIRST_PLACES)
  private rates = new Float64Array(FIRST_PLACES)
  private length = 0

  get(day: number): Rate | undefined {
    const place = this.placeOf(day)
    return this.has(place, day) ? (this.rates[place] as Rate) : undefined
  }

  set(day: number, rate: Rate | null): void {
    const place = this.placeOf(day)
    const isKnown = this.has(place, day)
    if (rate === null) {
      if (isKnown) this.move(place + 1, place)
      return
    }
    if (!isKnown) {
      if (this.length === this.days.length) this.grow()
      this.move(place, place + 1)
      this.days[place] = day
    }
    this.rates[place] = rate
  }

  count(from: number, to: number): number {
    return Math.max(0, this.placeOf(to + 1) - this.placeOf(from))
  }

  newestUpTo(day: number): number | undefined {
    const place = this.placeOf(day + 1)
    return place > 0 ? this.days[place - 1] : undefined
  }

  oldest(from = -Infinity): number | undefined {
    const place = this.placeOf(from)
    return place < this.length ? this.days[place] : undefined
  }

  /** Returns the place of the first day that is not before `day`. */
  private placeOf(day: number): number {
    let [low, high] = [0, this.length]
    // Rates are loaded in order, and most requests are for the newest.
    if (high > 0 && (this.days[high - 1] as number) < day) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.days[middle] as number) < day) low = middle + 1
      else high = middle
    }
    return low
  }

  private has(place: number, day: number): boolean {
    return place < this.length && this.days[place] === day
  }

  private move(from: number, to: number): void {
    this.days.copyWithin(to, from, this.length)
    this.rates.copyWithin(to, from, this.length)
    this.length += to - from
  }

  private grow(): void {
    const [days, rates] = [this.days, this.rates]
    this.days = new Int32Array(days.length * 2)
    this.rates = new Float64Array(days.length * 2)
    this.days.set(days)
    this.rates.set(rates)
  }
}

export function newestDay(columns: readonly RateColumn[], day: number): number | undefined {
  const newest = columns.flatMap((column) => column.newestUpTo(day) ?? [])
  return newest.length === 0 ? undefined : Math.max(...newest)
}

export function oldestDay(columns: Iterable<RateColumn>, from?: number): number | undefined {
  const days = [...columns].flatMap((column) => column.oldest(from) ?? [])
  return days.length === 0 ? undefined : Math.min(...days)
}
