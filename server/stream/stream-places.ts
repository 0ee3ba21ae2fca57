/** Each open stream costs some kilobytes and a file descriptor. */
const MOST = 10_000
/** One address, which may be a country's gateway or one user's script, leaves half of them to others. */
const MAX_OF_ONE_ADDRESS = MOST / 2

/** Counts open streams, in all and for each address. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>()
  #all = 0

  /** Takes a place; false where there is none left for this address. */
  take(address: string): boolean {
    const own = this.#taken.get(address) ?? 0
    if (this.#all >= MOST || own >= MAX_OF_ONE_ADDRESS) return false
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
