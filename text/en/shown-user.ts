/** What a screen calls the user whom the API names. */
export function shownUser(name: string): string {
  return name
}
