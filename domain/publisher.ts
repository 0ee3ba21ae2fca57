/**
 * A bank whose rates are kept beside the main ones. How a rate came is its source; whose it is, its
 * publisher.
 */
export interface Publisher {
  /** As addresses and stored changes name it. */
  readonly id: string
  readonly name: string
}

/** A longest identifier and name; identifiers stand in addresses and in notifications. */
export const MAX_PUBLISHER_ID = 30
export const MAX_PUBLISHER_NAME = 60

let configured: readonly Publisher[] = []

/** Sets the banks of the installation, once in a process: `PUBLISHERS`, in its order. */
export function setPublishers(publishers: readonly Publisher[]): void {
  configured = publishers
}

/** The banks that the installation names. */
export const publishers = (): readonly Publisher[] => configured

/** Whether a text is the identifier of one of them. */
export const isPublisher = (id: string): boolean => configured.some((each) => each.id === id)

/** The bank that an address names by its identifier; undefined for any other text. */
export const knownPublisher = (text: string | null): string | undefined =>
  configured.find(({ id }) => id === text)?.id

/** The name of a bank; of one that is not named any more, its identifier. */
export const publisherName = (id: string): string =>
  configured.find((each) => each.id === id)?.name ?? id

/** The bank that a title names; undefined for none and for several, as in a comparison. */
export function publisherNamedIn(title: string): string | undefined {
  const text = ` ${wordsOf(title)} `
  const named = configured.filter(({ id, name }) =>
    [id, name].some((each) => text.includes(` ${wordsOf(each)} `)),
  )
  return named.length === 1 ? named[0]?.id : undefined
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
