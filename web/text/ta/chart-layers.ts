import { monthName } from '../../../text/ta/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/chart-layers.ts'

export const chartLayersText: Translation<typeof English.chartLayersText> = {
  average: (month, rate) => `${monthName(month)} ${month.slice(0, 4)} சராசரி: ${rate}`,
  averages: 'ஒரு மாதத்தில் வீதம் உள்ள அனைத்து நாட்களின் சராசரி',
  sides: 'TT கொள்வனவு மற்றும் TT விற்பனைக்கு இடையே',
  noSides: 'இந்நாளுக்கு TT கொள்வனவு, விற்பனை வீதங்கள் இல்லை',
  noSidesAtAll: 'TT கொள்வனவு, TT விற்பனை வீதங்கள் இரண்டும் உள்ள நாட்கள் இங்கு இல்லை.',
  loading: (currencies) => `${currencies} ஏற்றப்படுகிறது…`,
  noCommonDay: 'இந்த நாணயங்கள் அனைத்திற்கும் வீதம் உள்ள நாள் இங்கு இல்லை.',
  changeSince: (since, day) => `${since} முதல் ${day} வரை மாற்றம்`,
  changesOn: (day, changes, since) => `${day}: ${since} முதல் ${changes}`,
  changes: (changes, from, to) => `${from} முதல் ${to} வரை ${changes}`,
  dayOfComparison: 'ஒப்பீட்டின் நாள்',
}
