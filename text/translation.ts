/**
 * What another language says in place of a file of sentences, `Translation<typeof import('../en/names.ts')>`, or of one of its
 * objects: every sentence has one, and those with parameters take the same.
 */
export type Translation<English> = {
  readonly [Name in keyof English]: Translated<English[Name]>
}

type Translated<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => infer Result
    ? (...given: Given) => Translated<Result>
    : Value extends object
      ? Translation<Value>
      : Value
