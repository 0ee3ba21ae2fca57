/**
 * Keeps what was made for a key while its version lasts; at most `most` things, the least recently
 * requested goes first.
 */
export class VersionedCache<T> {
  readonly #most: number
  readonly #made = new Map<string, Promise<T>>()
  #state = ''

  constructor(most: number) {
    this.#most = most
  }

  /**
   * What was made for `key` in this state, or what `make` makes; kept unless it fails or
   * `isPassing` says so.
   */
  get(
    state: string,
    key: string,
    make: () => Promise<T>,
    isPassing: (made: T) => boolean = () => false,
  ): Promise<T> {
    if (state !== this.#state) {
      this.#made.clear()
      this.#state = state
    }
    const found = this.#made.get(key)
    if (found) this.#made.delete(key)
    const made = found ?? make()
    this.#made.set(key, made)
    if (!found) {
      const forget = () => {
        if (this.#made.get(key) === made) this.#made.delete(key)
      }
      made.then((result) => {
        if (isPassing(result)) forget()
      }, forget)
      const [oldest] = this.#made.keys()
      if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest)
    }
    return made
  }
}
