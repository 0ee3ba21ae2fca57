/** How many places there are, in all and for one address. */
interface Limits {
  readonly inAll: number
  readonly toOneAddress: number
}

/** Counts places that are taken, as by open streams, in all and for each address. */
export class PlaceLimiter {
  readonly #limits: Limits
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Takes a place; false where there is none left for this address. */
  take(address: string): boolean {
    const own = this.#taken.get(address) ?? 0
    if (this.#all >= this.#limits.inAll || own >= this.#limits.toOneAddress) return false
    this.#all++
    this.#taken.set(address, own + 1)
    return true
  }

  /** Gives a place back that was taken. */
  free(address: string): void {
    const own = this.#taken.get(address) ?? 0
    this.#all--
    if (own > 1) this.#taken.set(address, own - 1)
    else this.#taken.delete(address)
  }
}
