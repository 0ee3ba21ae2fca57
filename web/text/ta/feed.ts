import { formatDay } from '../../../text/ta/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/feed.ts'

export const feedText: Translation<typeof English.feedText> = {
  asOf: (newest) => `${formatDay(newest)} நிலவர வீதங்கள்`,
  noRates: 'இன்னும் வீதங்கள் இல்லை',
  byHand: 'கைமுறையாக உள்ளிட்ட வீதங்கள்',
  feed: (name) => `தரவு மூலம்: ${name}`,
  failing: 'தரவு மூலம் பதிலளிக்கவில்லை',
  changedFeed: 'தரவு மூலத்தின் பக்கம் மாறிவிட்டது, அதை வாசிக்க முடியவில்லை',
  pages: {
    unreachable: 'அதன் ஒரு பக்கம் பதிலளிக்கவில்லை',
    'unknown layout': 'அதன் ஒரு பக்கம் மாறிவிட்டது, அதை வாசிக்க முடியவில்லை',
  },
  byFrankfurter: ', எனவே குறிகாட்டி வீதங்கள் Frankfurter மூலம் பெறப்படுகின்றன',
  sentence: (clauses) => `${clauses.join('; ')}.`,
  sample: 'மாதிரி: ',
  sampleWeek: ' இது மாதிரியின் மிகப் புதிய வாரம்: கடந்த நாட்களின் உண்மையான வீதங்கள். ',
  sampleRates: ' இவை கடந்த நாட்களின் உண்மையான வீதங்கள். ',
  feedFollows: 'தரவு மூலத்தின் வீதங்கள் இவற்றின் இடத்தில் வரும்.',
  noFeed: 'தரவு மூலம் அமைக்கப்படவில்லை: இன்றைய வீதங்களைக் கைமுறையாக உள்ளிடவும்.',
}
