import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/screens.ts'

export const screensText: Translation<typeof English.screensText> = {
  home: 'வெளிநாட்டுச் செலாவணி',
  rates: 'வெளிநாட்டு நாணயச் செலாவணி வீதங்கள்',
  currency: (currency) => `${currency} ரூபாவில்`,
  citedRate: (currency, date) => `${date} அன்று ${currency} ரூபாவில்`,
  periods: (currency) => `${currency}: இறுதி மற்றும் சராசரி வீதங்கள்`,
  login: 'உள்நுழைவு',
  register: 'கணக்கை உருவாக்குக',
  alerts: 'மின்னஞ்சல் அறிவித்தல்கள்',
  secureAccount: 'உங்கள் கணக்கைப் பாதுகாக்கவும்',
  dashboard: 'பணிப்பலகை',
  manage: 'செலாவணி வீதங்களை நிர்வகிக்க',
  today: 'இன்றைய வீதங்கள்',
  calendar: 'வங்கி விடுமுறை தினங்கள்',
  customs: 'சுங்க வீதங்கள்',
  auditTrail: 'கணக்காய்வுப் பதிவு',
  sessions: 'அமர்வுகள்',
  account: 'கணக்கு',
  admin: 'நிர்வாகம்',
  notFound: 'பக்கம் கிடைக்கவில்லை',
}
