import { withQuery } from '../../api.ts'

/**
 * What a list is narrowed, sorted and paged by, under the names that its address and the server
 * have for it; empty: as usual.
 */
export type ListView<Query> = { readonly [Name in keyof Query]-?: NonNullable<Query[Name]> | '' }

/** A view, or a part of one, as the server takes it: only what is not as usual. */
export type ViewInput<View> = { [Name in keyof View]?: Exclude<View[Name], ''> }

/** No call takes a longer text. */
const MAX_TEXT = 200

/** Whether a text is the number of a page other than the first, of at most `digits` digits. */
export const isLaterPage = (digits: number) => (text: string) =>
  /^[1-9]\d*$/.test(text) && text !== '1' && text.length <= digits

/**
 * Reads an address's query; `known` says of each name which texts are understood, other than what
 * is usual.
 */
export function readListView<View>(
  given: URLSearchParams,
  known: Readonly<Record<keyof View, (text: string) => boolean>>,
): View {
  const texts = Object.entries<(text: string) => boolean>(known).map(([name, isKnown]) => {
    const text = (given.get(name) ?? '').slice(0, MAX_TEXT)
    return [name, isKnown(text) ? text : '']
  })
  return Object.fromEntries(texts) as View
}

/** What of a view is not as usual. */
export function viewInput<View extends object>(view: View): ViewInput<View> {
  return Object.fromEntries(
    Object.entries(view).filter(([, value]) => value !== ''),
  ) as ViewInput<View>
}

/** A view at another page. */
export function atPage<View extends { readonly page: string }>(view: View, page: number): View {
  return { ...view, page: page > 1 ? String(page) : '' }
}

/** The address of a view. */
export const viewAddress = (path: string, view: object) =>
  withQuery(path, viewInput(view) as Record<string, string>)
