import type { ErrorCode } from '../../../contract/schema/error-code.ts'
import type { ErrorResponse } from '../../../contract/schema/error.schema.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/ui.ts'

export const uiText: Translation<typeof English.uiText> = {
  loading: 'ஏற்றப்படுகிறது…',
  needsJavaScript: 'இதற்கு JavaScript தேவை.',
  retry: 'மீண்டும் முயற்சிக்கவும்',
  cancel: 'இரத்துச் செய்க',
  previous: 'முந்தைய',
  next: 'அடுத்த',
  page: (page) => `பக்கம் ${page}`,
  listFailed: (message) => `இப்பட்டியலை ஏற்ற முடியவில்லை: ${message}`,
  sample: 'மாதிரி',
  daysOld: (days) => `${days} நாள் பழையது`,
  dayUpTo: (day) => `${day} அல்லது அதற்கு முந்தைய நாளைத் தெரிவு செய்யவும்.`,
  dayFrom: (day) => `${day} அல்லது அதற்குப் பிந்தைய நாளைத் தெரிவு செய்யவும்.`,
  noSuchDay: 'இது நாட்காட்டியில் இல்லாத நாள்.',
}

export const connectionText: Translation<typeof English.connectionText> = {
  offlineSince: (time) => `இணைப்பு இல்லை, ${time} நிலவரம். `,
  notUpdatedSince: (time, reason) => `${time} முதல் புதுப்பிக்கப்படவில்லை: ${reason}. `,
  updatesByItself: 'இணைப்பு கிடைத்ததும் இப்பக்கம் தானாகப் புதுப்பிக்கப்படும்.',
  notShown: 'இப்பக்கத்தைக் காட்ட முடியவில்லை.',
  offline: 'இப்பக்கத்தைக் காட்ட முடியவில்லை. உங்களுக்கு இணைய இணைப்பு இல்லை.',
  noResponse: 'இப்பக்கத்தைக் காட்ட முடியவில்லை. சேவையகம் பதிலளிக்கவில்லை.',
  opensByItself: 'இணைப்பு கிடைத்ததும் இது தானாகத் திறக்கும்.',
  reload: 'மீண்டும் ஏற்றுக',
}

export const callText: Translation<typeof English.callText> = {
  byStatus: {
    400: 'கோரிக்கை சரியில்லை',
    401: 'அனுமதி இல்லை',
    403: 'தடை செய்யப்பட்டுள்ளது',
    404: 'கிடைக்கவில்லை',
    500: 'சேவையகத்தில் பிழை',
  },
  other: 'எதிர்பாராத பிழை ஏற்பட்டது',
  network: 'வலையமைப்புப் பிழை - உங்கள் இணைப்பைச் சரிபார்க்கவும்',
  cancelled: 'கோரிக்கை இரத்துச் செய்யப்பட்டது',
}

const API_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid: 'உள்ளிட்ட விபரங்கள் சரியில்லை. அவற்றைச் சரிபார்த்து மீண்டும் முயற்சிக்கவும்.',
  code_wrong: 'இந்தக் குறியீடு தவறானது, அல்லது அது பயன்படுத்தப்பட்டுவிட்டது அல்லது புதிய குறியீட்டால் மாற்றப்பட்டுவிட்டது.',
  code_expired: 'OTP குறியீடு காலாவதியாகிவிட்டது. புதிய குறியீட்டைக் கோரவும்.',
  link_dead:
    'இந்த இணைப்பு பயன்படுத்தப்பட்டுவிட்டது, மாற்றப்பட்டுவிட்டது அல்லது காலாவதியாகிவிட்டது. புதிய குறியீட்டைக் கோரவும்.',
  unauthenticated: 'நீங்கள் உள்நுழையவில்லை.',
  forbidden: 'இதற்கு உங்களுக்கு அனுமதி இல்லை. இச்சேவையின் நிர்வாகியைத் தொடர்புகொள்ளவும்.',
  sign_in_again: 'உங்கள் பாதுகாப்பிற்காக மீண்டும் உள்நுழையவும்.',
  not_found: 'கிடைக்கவில்லை.',
  not_registered: 'இந்த மின்னஞ்சல் முகவரி பதிவு செய்யப்படவில்லை.',
  too_old: 'இதற்கான தரவு இல்லை.',
  conflict: 'இது தற்போதுள்ள தரவுடன் பொருந்தவில்லை.',
  already_registered: 'இந்த மின்னஞ்சல் முகவரி ஏற்கனவே பதிவு செய்யப்பட்டுள்ளது.',
  too_many_requests: 'கோரிக்கைகள் மிக அதிகம்.',
  internal: 'சேவையகத்தில் பிழை ஏற்பட்டது.',
  unavailable: 'சேவை தற்போது கிடைக்கவில்லை. சிறிது நேரத்தில் மீண்டும் முயற்சிக்கவும்.',
}

/** What is said of a call that the API has refused; of a code without a sentence the API's own, which is in English. */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  return (code && API_ERRORS[code]) ?? message
}

export const layoutText: Translation<typeof English.layoutText> = {
  skip: 'உள்ளடக்கத்திற்குச் செல்க',
  poweredBy: (provider) => `வழங்குவது: ${provider}`,
  api: 'API',
  privacy: 'தனியுரிமை',
  home: 'முகப்பு',
  theme: 'தோற்றம்',
  themes: { system: 'கணினி', light: 'வெளிர்', dark: 'இருள்' },
  mainMenu: 'முதன்மை',
  rates: 'வீதங்கள்',
  dashboard: 'பணிப்பலகை',
  login: 'உள்நுழைக',
  register: 'பதிவு',
}
