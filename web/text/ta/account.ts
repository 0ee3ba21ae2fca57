import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/account.ts'

/** One's own account: name, data, closing it. */
export const accountText: Translation<typeof English.accountText> = {
  lead: 'உங்கள் பெயரும் தரவும். சாதனங்களும் அணுகல் டோக்கன்களும் {sessions} என்பதன் கீழ் உள்ளன.',
  profile: 'சுயவிபரம்',
  email: 'மின்னஞ்சல் முகவரி: {email}',
  name: 'பெயர்',
  saveName: 'பெயரைச் சேமிக்க',
  saving: 'சேமிக்கப்படுகிறது...',
  nameChanged: 'பெயர் மாற்றப்பட்டது',
  data: 'உங்கள் தரவு',
  aboutData:
    'உங்கள் சுயவிபரம், அமர்வுகள், அணுகல் டோக்கன்கள், வீதங்கள், கணக்காய்வுப் பதிவுகள் ஆகியவற்றை JSON கோப்பாகப் பதிவிறக்குக.',
  download: 'எனது தரவைப் பதிவிறக்குக',
  preparing: 'கோப்பு தயாராகிறது...',
  close: 'உங்கள் கணக்கை மூடுக',
  aboutClosing:
    'உங்கள் பெயர், மின்னஞ்சல் முகவரி, அமர்வுகள், அணுகல் டோக்கன்கள், கணக்காய்வுப் பதிவிலுள்ள தனிப்பட்ட விபரங்கள் ஆகியன அழிக்கப்படும். நீங்கள் உள்ளிட்ட வீதங்கள் உங்கள் பெயரின்றி இருக்கும்.',
  closeNext: 'கணக்கை மூடுக…',
  closeQuestion: 'உங்கள் கணக்கை மூடவா?',
  closeConsequences: 'இதை மீளமைக்க முடியாது. நீங்கள் அனைத்துச் சாதனங்களிலிருந்தும் வெளியேற்றப்படுவீர்கள்.',
  closeConfirm: 'உறுதிசெய்ய உங்கள் மின்னஞ்சல் முகவரியைத் தட்டச்சு செய்யவும்',
  closeNow: 'கணக்கை மூடுக',
  closing: 'மூடப்படுகிறது...',
}

/** Where one is signed in. */
export const sessionsText: Translation<typeof English.sessionsText> = {
  lead: 'நீங்கள் உள்நுழைந்துள்ள இடங்களும் உங்கள் பெயரில் செயற்படக்கூடிய நிரல்களும். நேரங்கள் கொழும்பு நேரப்படி (UTC+5:30). {account}',
  account: 'கணக்கு: பெயர், தரவு, மூடுதல்',
  yourSessions: 'உங்கள் அமர்வுகள்',
  endOthers: 'ஏனைய அனைத்தையும் முடிக்க',
  unknownDevice: 'அறியப்படாத சாதனம்',
  thisDevice: 'இந்தச் சாதனம்',
  lastSeen: 'கடைசியாகக் கண்டது {time}',
  signedIn: 'உள்நுழைந்தது {time}',
  end: 'அமர்வை முடிக்க',
  ended: 'அமர்வு முடிக்கப்பட்டது',
  endedCounts: (sessions, tokens) =>
    tokens === 0
      ? `முடிக்கப்பட்ட அமர்வுகள்: ${sessions}`
      : `முடிக்கப்பட்ட அமர்வுகள்: ${sessions}, இரத்துச் செய்யப்பட்ட அணுகல் டோக்கன்கள்: ${tokens}`,
  endWhich: (device, address) => `: ${device}, ${address}`,
  endOthersQuestion: 'ஏனைய அனைத்து அமர்வுகளையும் டோக்கன்களையும் முடிக்கவா?',
  endOthersConfirm: 'முடிக்க',
  endOthersConsequences: (devices, tokens) =>
    [
      devices > 0 && `ஏனைய சாதனங்கள் (${devices}) மீண்டும் உள்நுழைய வேண்டும்.`,
      tokens > 0 && `அணுகல் டோக்கன்கள் (${tokens}) செயலிழக்கும்.`,
      'இந்தச் சாதனத்தில் நீங்கள் உள்நுழைந்தபடி இருப்பீர்கள்.',
    ]
      .filter(Boolean)
      .join(' '),
}

/** The page of a security email's link. */
export const secureAccountText: Translation<typeof English.secureAccountText> = {
  needsLink: 'உங்கள் கணக்கு பற்றிய மின்னஞ்சலிலுள்ள இணைப்பின் மூலம் இப்பக்கத்தைத் திறக்கவும்.',
  linkDead:
    'இந்த இணைப்பு பயன்படுத்தப்பட்டுவிட்டது அல்லது காலாவதியாகிவிட்டது. உங்கள் அமர்வுகளைப் பார்க்கவும் முடிக்கவும் உள்நுழையவும்.',
  question:
    'மின்னஞ்சல் சொல்வதை நீங்கள் அறியாவிட்டால், {name} ({email}) இன் அனைத்து அமர்வுகளையும் அணுகல் டோக்கன்களையும் முடிக்கவும்.',
  consequences: 'அனைத்துச் சாதனங்களும் உடனடியாக வெளியேற்றப்படும்; டோக்கனைப் பயன்படுத்தும் நிரல்கள் செயலிழக்கும்.',
  endAll: 'அனைத்து அமர்வுகளையும் டோக்கன்களையும் முடிக்க',
  ending: 'முடிக்கப்படுகிறது...',
  checkingLink: 'உங்கள் இணைப்பு பரிசோதிக்கப்படுகிறது…',
  done: (counts) => `${counts}. இப்போது இக்கணக்கில் எவரும் உள்நுழைந்திருக்கவில்லை.`,
  next: 'அடுத்து செய்ய வேண்டியவை:',
  changePassword: (email) =>
    `உங்கள் அஞ்சல் பெட்டியின் (${email}) கடவுச்சொல்லை மாற்றவும். அதை வாசிக்கக்கூடிய எவரும் உங்கள் கணக்கில் உள்நுழையலாம்.`,
  signInStep: '{link}.',
  signIn: 'மீண்டும் உள்நுழைக',
  checkAuditTrail: 'நீங்கள் செய்யாத மாற்றங்கள் உள்ளனவா என {auditTrail} இல் பார்க்கவும்.',
  auditTrail: 'கணக்காய்வுப் பதிவு',
}
