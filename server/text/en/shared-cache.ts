/** What is said of the caches in front of the server. */
export const sharedCacheText = {
  takesNoPurge: (since: string) =>
    `A shared cache has not accepted a purge since ${since}: visitors may see rates as they ` +
    'were before.',
}
