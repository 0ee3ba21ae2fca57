/**
 * What keeps the program from starting and a user can mend: shown as its one sentence, without a
 * stack.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
