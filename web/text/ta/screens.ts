import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/screens.ts'

/** What screens are called in the browser's tab and what search engines say of the public ones. */
export const screensText: Translation<typeof English.screensText> = {
  home: {
    title: 'வெளிநாட்டுச் செலாவணி',
    description: `${listed(Object.values(CURRENCY_NAMES))} இன்று இலங்கை ரூபாவில்.`,
  },
  rates: {
    title: 'வெளிநாட்டு நாணயச் செலாவணி வீதங்கள்',
    description: `எந்த ஒரு நாளிலும் ${listed(CURRENCIES)} இலங்கை ரூபாவில், அதற்கு முந்தைய வாரம் மற்றும் ஒவ்வொரு வீதத்தின் மூலத்துடன்.`,
  },
  currency: {
    title: (currency) => `${currency} ரூபாவில்`,
    description: 'ஒரு நாணயத்தின் வீதம், வரலாறு மற்றும் நாணய மாற்றி இலங்கை ரூபாவில்.',
  },
  citedRate: {
    title: (currency, date) => `${date} அன்று ${currency} ரூபாவில்`,
    description: 'ஒரு நாளின் வீதம் இலங்கை ரூபாவில், அதன் மூலம் மற்றும் அது உருவான விதத்துடன்.',
  },
  periods: {
    title: (currency) => `${currency}: இறுதி மற்றும் சராசரி வீதங்கள்`,
    description: 'ஒரு மாதம், காலாண்டு, ஆண்டு அல்லது மதிப்பீட்டு ஆண்டின் இறுதி மற்றும் சராசரி வீதங்கள் இலங்கை ரூபாவில்.',
  },
  login: {
    title: 'உள்நுழைவு',
    description: 'உங்கள் மின்னஞ்சல் முகவரிக்கு அனுப்பப்படும் குறியீட்டுடன் உள்நுழையவும்.',
  },
  register: {
    title: 'கணக்கை உருவாக்குக',
    description: 'செலாவணி வீதங்களை உள்ளிடவும் மீளாய்வு செய்யவும் ஒரு கணக்கை உருவாக்குக.',
  },
  alerts: {
    title: 'மின்னஞ்சல் அறிவித்தல்கள்',
    description:
      'ஒரு வீதம் இலங்கை ரூபாவில் குறிப்பிட்ட பெறுமதியைக் கடக்கும்போது, மாறும்போது, வெளியிடப்படும்போது அல்லது திருத்தப்படும்போது, அல்லது அன்றைய வீதங்களுடன் ஒரு மின்னஞ்சல்.',
  },
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
