/** A PostgreSQL address as a URL. `postgresql://user@/database?host=/folder`, a socket, has no host and is given a name. */
const parse = (url: string) => new URL(url.replace('@/', '@socket/'))

/** Where the database of `url` is, without user and password: for users and logs. */
export function databaseHost(url: string): string {
  const { host, pathname, searchParams } = parse(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** The role that `url` signs in as; empty where it names none. */
export function databaseRole(url: string): string {
  const { username, searchParams } = parse(url)
  return searchParams.get('user') ?? decodeURIComponent(username)
}
