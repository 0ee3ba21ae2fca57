import { openLetter } from '../email/sealed-letter.ts'
import type { Letter } from '../email/letter.ts'
import type { TestApp } from './test-app.ts'

/** Letters that wait in the outbox of an application without background, opened with its key; the oldest first. */
export async function waitingLetters({ db, deps }: TestApp, to?: string): Promise<Letter[]> {
  const rows = await db
    .selectFrom('letter')
    .select('sealed')
    .where('sealed', 'is not', null)
    .orderBy('id')
    .execute()
  const letters = rows.map(({ sealed }) => openLetter([deps.secretKey], sealed as Buffer))
  return to === undefined ? letters : letters.filter((letter) => letter.to === to)
}

/** The code that stands alone on a line of a letter. */
export function codeIn(letter: Letter): string {
  return /^(\d{6})$/m.exec(letter.text)?.[1] ?? ''
}

/** The token of a letter's link. */
export function linkTokenIn(letter: Letter): string {
  return /\/login#token=([\w-]+)$/m.exec(letter.text)?.[1] ?? ''
}
