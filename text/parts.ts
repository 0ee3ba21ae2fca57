import type { Language } from '../contract/language.ts'

/** Folders of en/, each a file that pages load: every page `public`, others by web/screens.ts. */
export const PARTS = [
  'public',
  'converter',
  'currency',
  'chart',
  'banks',
  'periods',
  'sign-in',
  'account',
  'alerts',
  'customs',
  'holidays',
  'about',
] as const
/** In English only. */
export const WORK_PARTS = ['work', 'sheets', 'admin'] as const

type WorkPart = (typeof WORK_PARTS)[number]
export type SentencePart = (typeof PARTS)[number] | WorkPart
export type SentenceFile = `${(typeof PARTS)[number]}-${Language}` | WorkPart
