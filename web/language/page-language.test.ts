import { expect, it } from 'vitest'
import { NOT_FOUND, SCREENS } from '../screens.tsx'
import { WORK_SCREENS } from '../work-screens.ts'
import { isTranslated } from './page-language.ts'

it('the screens of the work behind the sign-in, and no others, are in English only', () => {
  const english = [...SCREENS, NOT_FOUND].filter(({ path }) => !isTranslated(path)).map(({ path }) => path)
  expect(english).toEqual(WORK_SCREENS.map(({ path }) => path))
})
