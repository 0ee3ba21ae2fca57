/** mulberry32 (Tommy Ettinger, public domain). */
export class SeededRandom {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** A whole number ≥ 0 and < `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end)
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  /** Throws for an empty list. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('Nothing to pick')
    return from[this.below(from.length)] as T
  }
}
