import { ApiError } from '../errors.ts'

/** Deeper bodies are refused; the deepest that the contract knows is 4. */
const MAX_DEPTH = 32
/** Longer numerals cannot be told apart as IEEE 754 doubles (15 digits always survive). */
const MAX_DIGITS = 15

/** A body that is not JSON as RFC 8259 has it, or that leaves room for two readings of it. */
class JsonFault extends ApiError {
  constructor(what: string, position: number) {
    super('invalid', `The body is not acceptable JSON: ${what} at position ${position}.`)
  }
}

/**
 * Parses a JSON body given as bytes. Stricter than `JSON.parse`, because two readers of one body must never read
 * two things: invalid UTF-8, duplicate keys, `__proto__`, U+0000, lone surrogates, numerals beyond double precision
 * and more than 32 levels are refused with a 400 that says which and where.
 */
export function parseStrictJson(body: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new JsonFault('invalid UTF-8', 0)
  }
  return new Parser(text).document()
}

class Parser {
  private at = 0
  private readonly text: string
  constructor(text: string) {
    this.text = text
  }

  document(): unknown {
    const value = this.value(0)
    this.space()
    if (this.at < this.text.length) throw new JsonFault('unexpected text', this.at)
    return value
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonFault(`more than ${MAX_DEPTH} levels`, this.at)
    this.space()
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth)
      case '[':
        return this.array(depth)
      case '"':
        return this.string()
      case 't':
        return this.word('true', true)
      case 'f':
        return this.word('false', false)
      case 'n':
        return this.word('null', null)
      default:
        return this.number()
    }
  }

  private object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    this.at++
    if (this.taken('}')) return members
    do {
      this.space()
      const start = this.at
      if (this.text[start] !== '"') throw new JsonFault('a key was expected', start)
      const key = this.string()
      if (key === '__proto__') throw new JsonFault('the key __proto__', start)
      if (Object.hasOwn(members, key)) throw new JsonFault(`the key ${JSON.stringify(key)} twice`, start)
      if (!this.taken(':')) throw new JsonFault('a colon was expected', this.at)
      members[key] = this.value(depth + 1)
    } while (this.taken(','))
    if (!this.taken('}')) throw new JsonFault('a comma or } was expected', this.at)
    return members
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = []
    this.at++
    if (this.taken(']')) return items
    do items.push(this.value(depth + 1))
    while (this.taken(','))
    if (!this.taken(']')) throw new JsonFault('a comma or ] was expected', this.at)
    return items
  }

  private string(): string {
    const token = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
    const literal = this.match(token)
    if (literal === undefined) throw new JsonFault('a broken string', this.at)
    const value = JSON.parse(literal) as string
    const start = this.at - literal.length
    if (value.includes('\u0000')) throw new JsonFault('the character U+0000', start)
    if (!value.isWellFormed()) throw new JsonFault('a lone surrogate', start)
    return value
  }

  private number(): number {
    const start = this.at
    const literal = this.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
    if (literal === undefined) throw new JsonFault('a value was expected', start)
    const digits = literal
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '')
    const value = Number(literal)
    if (digits.length > MAX_DIGITS) throw new JsonFault(`a number of more than ${MAX_DIGITS} digits`, start)
    if (!Number.isFinite(value)) throw new JsonFault('a number out of range', start)
    return value
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw new JsonFault('a value was expected', this.at)
    this.at += word.length
    return value
  }

  private space(): void {
    this.match(/[ \t\n\r]*/y)
  }

  private taken(mark: string): boolean {
    this.space()
    if (this.text[this.at] !== mark) return false
    this.at++
    return true
  }

  private match(token: RegExp): string | undefined {
    token.lastIndex = this.at
    const literal = token.exec(this.text)?.[0]
    this.at += literal?.length ?? 0
    return literal
  }
}
