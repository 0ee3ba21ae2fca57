export type PlaceValue = string | number | boolean | null | undefined

export type Formats = (format: string) => ((value: PlaceValue) => string) | undefined

type Part =
  | string
  | { readonly place: string; readonly format?: string }
  | { readonly place: string; readonly plural: boolean; readonly branches: Branches }
type Branches = ReadonlyMap<string, Message>
export type Message = readonly Part[]

/**
 * ICU MessageFormat (https://unicode-org.github.io/icu/userguide/format_parse/messages/): places,
 * formats, `plural` and `select`. Throws on a wrong sentence.
 */
export function parseMessage(sentence: string): Message {
  let at = 0
  const fail = (what: string): never => {
    throw new Error(`${what} in the sentence “${sentence}”`)
  }
  const expect = (character: string) => {
    if (sentence[at] !== character) fail(`“${character}” is missing at ${at}`)
    at++
  }
  const word = (): string => {
    const found = /^\s*([\w=-]+)\s*/.exec(sentence.slice(at))
    if (!found) return fail(`A name is missing at ${at}`)
    at += found[0].length
    return found[1] ?? ''
  }
  const branches = (): Branches => {
    const found = new Map<string, Message>()
    while (sentence[at] !== '}') {
      const name = word()
      expect('{')
      found.set(name, parts())
      expect('}')
      at += /^\s*/.exec(sentence.slice(at))?.[0].length ?? 0
    }
    return found.has('other') ? found : fail('The branch “other” is missing')
  }
  const part = (): Part => {
    expect('{')
    const place = word()
    if (sentence[at] === '}') return { place }
    expect(',')
    const format = word()
    if (format !== 'plural' && format !== 'select') return { place, format }
    expect(',')
    at += /^\s*/.exec(sentence.slice(at))?.[0].length ?? 0
    return { place, plural: format === 'plural', branches: branches() }
  }
  const parts = (): Message => {
    const found: Part[] = []
    while (at < sentence.length && sentence[at] !== '}') {
      if (sentence[at] === '{') {
        found.push(part())
        expect('}')
      } else {
        const text = /^[^{}]+/.exec(sentence.slice(at))?.[0] ?? ''
        found.push(text)
        at += text.length
      }
    }
    return found
  }
  const message = parts()
  return at === sentence.length ? message : fail(`“}” is not expected at ${at}`)
}

/**
 * Returns pieces, so that a page can fill places with elements. A full stop after a value that ends
 * with one is left out: the messages of servers do or do not end with one.
 */
export function fillMessage<Value>(
  message: Message,
  values: Readonly<Record<string, Value>>,
  language: string,
  formats: Formats,
): (string | Value)[] {
  const pieces = message.flatMap((part): (string | Value)[] => {
    if (typeof part === 'string') return [part]
    const value = values[part.place]
    if ('branches' in part)
      return fillMessage(
        chooseBranch(part, value as PlaceValue, language),
        values,
        language,
        formats,
      )
    const format = part.format === undefined ? undefined : formats(part.format)
    return format ? [format(value as PlaceValue)] : [value as Value]
  })
  return pieces.map((piece, at) => {
    const before = pieces[at - 1]
    const isDoubled = typeof before === 'string' && before.endsWith('.')
    return isDoubled && typeof piece === 'string' && piece.startsWith('.') ? piece.slice(1) : piece
  })
}

function chooseBranch(
  { plural, branches }: { readonly plural: boolean; readonly branches: Branches },
  value: PlaceValue,
  language: string,
): Message {
  const other = branches.get('other') ?? []
  if (!plural) return branches.get(String(value ?? 'none')) ?? other
  const count = Number(value)
  return (
    branches.get(`=${count}`) ?? branches.get(new Intl.PluralRules(language).select(count)) ?? other
  )
}

export function listPlaces(message: Message): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (place: string, format: string) =>
    found.set(place, (found.get(place) ?? new Set()).add(format))
  const collect = (parts: Message): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      if (!('branches' in part)) add(part.place, part.format ?? '')
      else {
        add(part.place, part.plural ? 'plural' : 'select')
        for (const branch of part.branches.values()) collect(branch)
      }
    }
  }
  collect(message)
  return found
}

export const sentenceText = (
  sentence: string | ((places: never) => string),
  places: Readonly<Record<string, PlaceValue>>,
): string => (typeof sentence === 'string' ? sentence : sentence(places as never))

export interface Sentence<Places extends Readonly<Record<string, PlaceValue>>> extends Filled {
  (places: Places): string
}
export interface Filled {
  readonly parts: <Value>(places: Readonly<Record<string, Value>>) => (string | Value)[]
}
