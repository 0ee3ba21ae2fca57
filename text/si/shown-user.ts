import { ANONYMOUS_USER } from '../../domain/identity/user-name.ts'

/** What a screen calls the user whom the API names. */
export function shownUser(name: string): string {
  return name === ANONYMOUS_USER ? 'ලියාපදිංචි පරිශීලකයෙකු' : name
}
