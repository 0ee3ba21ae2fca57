import type { Rate } from '../../domain/money.ts'

/**
 * One currency's rates from one source, by day number: 30 years take 88 KB. Zero stands for none.
 */
export class RateColumn {
  private first = 0
  private units = new Float64Array(0)
  private days = 0

  get bytes(): number {
    return this.units.byteLength
  }

  get(day: number): Rate | undefined {
    const units = this.units[day - this.first]
    return units === undefined || units === 0 ? undefined : (units as Rate)
  }

  /** Sets the rate of a day; null takes it away. */
  set(day: number, rate: Rate | null): void {
    const had = this.get(day) !== undefined
    if (rate === null && !had) return
    this.days += Number(rate !== null) - Number(had)
    this.makeRoom(day)
    this.units[day - this.first] = rate ?? 0
  }

  /** How many days from `from` to `to`, both included, have a rate. */
  count(from: number, to: number): number {
    if (from <= this.first && to >= this.first + this.units.length - 1) return this.days
    const end = Math.min(to - this.first + 1, this.units.length)
    let found = 0
    for (let index = Math.max(from - this.first, 0); index < end; index++) {
      if (this.units[index] !== 0) found++
    }
    return found
  }

  entries(): [day: number, rate: Rate][] {
    const entries: [number, Rate][] = []
    for (const [index, units] of this.units.entries())
      if (units !== 0) entries.push([this.first + index, units as Rate])
    return entries
  }

  /** The newest day on or before `day` that has a rate. */
  newestUpTo(day: number): number | undefined {
    for (let index = Math.min(day - this.first, this.units.length - 1); index >= 0; index--) {
      if (this.units[index] !== 0) return this.first + index
    }
    return undefined
  }

  /** The first day that has a rate, of those from `from` on. */
  oldest(from = this.first): number | undefined {
    for (let index = Math.max(from - this.first, 0); index < this.units.length; index++) {
      if (this.units[index] !== 0) return this.first + index
    }
    return undefined
  }

  /**
   * Grows by at least a year at the end that is short, so that daily rates do not copy the column
   * daily.
   */
  private makeRoom(day: number): void {
    const end = this.first + this.units.length
    if (day >= this.first && day < end) return
    const empty = this.units.length === 0
    const first = empty ? day : day < this.first ? day - 366 : this.first
    const last = empty ? day + 366 : day >= end ? day + 366 : end
    const grown = new Float64Array(last - first)
    if (!empty) grown.set(this.units, this.first - first)
    this.first = first
    this.units = grown
  }
}
