import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/sign-in.ts'

export const loginText: Translation<typeof English.loginText> = {
  signedOutElsewhere: 'நீங்கள் வேறொரு தாவலில் வெளியேறிவிட்டீர்கள்.',
  newCodeHint:
    'ஓர் இணைப்பு ஒரு முறையும் பத்து நிமிடங்களும் மட்டுமே செயற்படும். புதிய குறியீட்டைப் பெற உங்கள் மின்னஞ்சல் முகவரியை உள்ளிடவும்.',
  email: 'மின்னஞ்சல் முகவரி',
  sendCode: 'OTP அனுப்புக',
  sendingCode: 'OTP அனுப்பப்படுகிறது...',
  noAccount: 'இன்னும் கணக்கு இல்லையா? {link}',
  notRegistered: 'இந்த மின்னஞ்சல் முகவரி பதிவு செய்யப்படவில்லை. தயவுசெய்து பதிவு செய்யவும்.',
  ifRegistered: (error) => `உங்களுக்குக் கணக்கு இருந்தால்: ${error}`,
  codeSent: 'OTP உங்கள் மின்னஞ்சலுக்கு அனுப்பப்பட்டது',
  codeSentAgain: 'புதிய OTP உங்கள் மின்னஞ்சலுக்கு அனுப்பப்பட்டது',
  codeNotSent: 'OTP அனுப்ப முடியவில்லை',
  codeExpired: 'OTP குறியீடு காலாவதியாகிவிட்டது. புதிய குறியீட்டைக் கோரவும்.',
  badResponse: 'OTP சரிபார்ப்பின் பதில் செல்லுபடியாகாது',
  codeLabel: (email) => `${email} இற்கு அனுப்பிய OTP ஐ உள்ளிடவும்`,
  codePlaceholder: '6 இலக்கக் குறியீடு',
  expiresIn: (time) => `காலாவதியாக ${time}`,
  resend: 'OTP மீண்டும் அனுப்புக',
  resendIn: (time) => `இன்னும் ${time}`,
  verify: 'OTP சரிபார்க்க',
  verifying: 'சரிபார்க்கப்படுகிறது...',
  delayed: 'மின்னஞ்சல் சேவையகம் தற்போது பதிலளிக்கவில்லை. அது பதிலளித்ததும் உங்கள் மின்னஞ்சல் வரும்.',
  otherEmail: 'வேறு மின்னஞ்சலைப் பயன்படுத்துக',
  attemptsLeft: (left) => {
    if (left === 0) return 'இந்தக் குறியீட்டிற்கு முயற்சிகள் மீதமில்லை: புதிய குறியீட்டைக் கோரவும்.'
    return left === 1 ? '1 முயற்சி மீதமுள்ளது.' : `${left} முயற்சிகள் மீதமுள்ளன.`
  },
  signInAs: (name, email) => `${name} (${email}) ஆக உள்நுழைக`,
  retryLink: 'இணைப்பை மீண்டும் முயற்சிக்கவும்',
  checkingLink: 'உங்கள் இணைப்பு பரிசோதிக்கப்படுகிறது…',
  useCode: 'பதிலாகக் குறியீட்டைப் பயன்படுத்துக',
}

export const sessionText: Translation<typeof English.sessionText> = {
  needsJavaScript: 'உள்நுழைய JavaScript தேவை; அது இல்லாமலும் வீதங்களை வாசிக்கலாம்.',
  awaitsApproval:
    'உங்கள் கணக்கு அங்கீகாரத்திற்காகக் காத்திருக்கிறது. நீங்கள் அனைத்தையும் வாசிக்கலாம்; வீதங்களைச் சேர்க்க, மாற்ற அல்லது அழிக்க, உங்கள் கணக்கை அங்கீகரிக்குமாறு நிர்வாகியிடம் கேட்கவும்.',
  retryIn: (message, seconds) =>
    `${message.trimEnd().replace(/\.$/, '')}. ${span(seconds)} மீண்டும் முயற்சிக்கவும்.`,
}

export const registerText: Translation<typeof English.registerText> = {
  name: 'முழுப் பெயர்',
  register: 'பதிவு செய்க',
  registering: 'இணைப்பு அனுப்பப்படுகிறது...',
  registered: 'பதிவு வெற்றியடைந்தது! OTP இணைப்பிற்கு உங்கள் மின்னஞ்சலைப் பார்க்கவும்.',
  failed: 'இந்த மின்னஞ்சல் முகவரி ஏற்கனவே பதிவு செய்யப்பட்டுள்ளது',
  ifNotRegistered: (error) => `இல்லையெனில்: ${error}`,
  toLogin: 'ஏற்கனவே கணக்கு உள்ளதா? உள்நுழைக',
}

export const userMenuText: Translation<typeof English.userMenuText> = {
  manage: 'வீதங்களை நிர்வகிக்க',
  logout: 'வெளியேறுக',
}

function span(seconds: number): string {
  if (seconds <= 1) return 'ஒரு விநாடியில்'
  return seconds < 120 ? `${Math.ceil(seconds)} விநாடிகளில்` : `${Math.ceil(seconds / 60)} நிமிடங்களில்`
}
