/**
 * The sentence of an audit entry, written with placeholders: `[user] created the access token
 * "[name]"`. The chain holds marks in their place, the personal part the whole.
 */

/** Stands for the address of the acting user. U+FFFC OBJECT REPLACEMENT CHARACTER. */
const USER_MARK = '\ufffc'
/** Stands for any other personal text. */
const TEXT_MARK = '…'

/**
 * Fills the placeholders: `[user]` with `email`, others from `personal`; the actor's address counts
 * as one wherever it stands. An actor without an address is no user. Gives the sentence with marks,
 * and in full, null where nothing is personal.
 */
export function sentence(
  template: string,
  email: string | null,
  personal: Readonly<Record<string, string>> = {},
) {
  const actor = email ?? 'the system'
  const isUser = actor.includes('@')
  const named = isUser ? template.replaceAll(actor, '[user]') : template.replaceAll('[user]', actor)
  const fill = (userText: string, otherText: (value: string) => string) =>
    named.replace(/\[([a-z_]+)\]/g, (whole, name: string) => {
      if (name === 'user') return userText
      const value = personal[name]
      return value === undefined ? whole : otherText(value)
    })
  const chained = fill(USER_MARK, () => TEXT_MARK)
  const shown = fill(actor, (value) => value)
  return { chained, shown: shown === chained ? null : shown }
}

/** What an entry's sentence reads like once its personal part is erased. */
export function sentenceWithout(chained: string, user: string | null): string {
  return chained.replaceAll(USER_MARK, user ?? 'a former user')
}

/** How a user is named whose personal data was erased. */
export function formerUser(id: number): string {
  return `a former user (#${id})`
}

/** The number of a user that `formerUser` names; undefined for any other text. */
export function formerUserId(text: string): number | undefined {
  const found = /^a former user \(#(\d{1,15})\)$/.exec(text.trim())
  return found ? Number(found[1]) : undefined
}
