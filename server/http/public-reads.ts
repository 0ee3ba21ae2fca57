import { t } from '../../text/sentences.ts'
import { SharedQueue, type Client } from './limits.ts'

/** Two connections of five stay for signed-in users. */
const QUERIES = { atOnce: 3, toOne: 10, inAll: 60 }

type Read = (input: object) => Promise<unknown>

/** The handlers of all endpoints with `cache`, for requests and for pages. */
export class PublicReads {
  readonly #reads = new Map<string, Read>()
  readonly #queries = new SharedQueue(QUERIES, () => t.httpText.busy)

  add(name: string, read: Read): void {
    this.#reads.set(name, read)
  }

  /** `name` is such as `GET /api/exchange-rate/board`. */
  async call(name: string, input: object): Promise<unknown> {
    const read = this.#reads.get(name)
    if (!read) throw new RangeError(`${name} is no public read.`)
    return await read(input)
  }

  /** Throws 503 without a place. */
  query<T>(client: Client, read: () => T | Promise<T>): Promise<T> {
    return this.#queries.run(client, async () => read())
  }
}
