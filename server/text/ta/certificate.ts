import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/certificate.ts'

export { formatDay, formatWeekdayAndDay } from '../../../text/ta/days.ts'
export { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../../text/ta/names.ts'
export { shownUser } from '../../../text/ta/shown-user.ts'

export const certificateText: Translation<typeof English.certificateText> = {
  title: 'செலாவணி வீதச் சான்றிதழ்',
  issuer: 'வழங்குவது',
  issued: 'வழங்கிய நேரம்',
  rate: (currency, rate) => `1 ${currency} = ${rate} LKR`,
  currency: 'நாணயம்',
  kind: 'வீதத்தின் வகை',
  day: 'நாள்',
  source: 'மூலம்',
  enteredBy: 'உள்ளிட்டவர்',
  entered: 'உள்ளிட்ட நேரம்',
  fetched: 'பெறப்பட்ட நேரம்',
  effect: 'நடைமுறையிலுள்ள நாட்கள்',
  span: (first, last) => `${first} முதல் ${last} வரை`,
  gazette: 'வர்த்தமானி',
  knownOn: 'அறியப்பட்ட நேரம்',
  entry: 'கணக்காய்வுப் பதிவு',
  number: (id) => `இல. ${id}`,
  hash: 'ஹாஷ் (SHA-256)',
  noEntry: 'இந்த வீதத்திற்குக் கணக்காய்வுப் பதிவு இல்லை.',
  address: 'முகவரி',
  time: (time) => `${time} (இலங்கை, UTC+5:30)`,
  code: (address) => `QR குறியீடு: ${address}`,
  check:
    'இக்குறியீடு இந்த வீதத்திற்கும், அதன் மூலம், மாற்றங்கள், அவற்றின் கணக்காய்வுப் பதிவுகளின் இலக்கங்கள் மற்றும் ஹாஷ் பெறுமதிகளுக்கும் இட்டுச் செல்லும். ஹாஷ் பெறுமதி அப்பதிவையும் அதற்கு முந்தைய அனைத்துப் பதிவுகளையும் பிணைக்கிறது: அவற்றில் ஒன்றேனும் மாற்றப்பட்டாலன்றி அது மாறாது.',
  print: 'அச்சிடுக',
}
