import { dayInColombo, timeInColombo } from '../../../domain/calendar-date.ts'
import { alertName } from '../../../text/ta/alert-names.ts'
import { formatDay } from '../../../text/ta/days.ts'
import { seriesName, SOURCE_NAMES } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/emails.ts'

const time = (instant: Date) => `இலங்கை நேரம் ${timeInColombo(instant)}`

/** A day and time of Colombo's, such as `29 செப். 2026, இலங்கை நேரம் 23:55`. */
const moment = (instant: Date) => `${formatDay(dayInColombo(instant))}, ${time(instant)}`

const origin = ({ device, ip, at }: English.Origin) => `${device}, ${ip}, ${moment(at)}`

export const greetingText: Translation<typeof English.greetingText> = {
  named: (name) => `வணக்கம் ${name},`,
  unnamed: 'வணக்கம்,',
}

export const codeEmailText: Translation<typeof English.codeEmailText> = {
  welcome: {
    subject: (product) => `${product} உங்களை வரவேற்கிறது`,
    lead: (product) =>
      `இந்த முகவரியுடன் ${product} இல் ஒரு கணக்கு உருவாக்கப்பட்டுள்ளது. முதன்முறையாக உள்நுழைய இந்தக் குறியீட்டை உள்ளிடவும்:`,
  },
  signIn: {
    subject: (product) => `${product}: உங்கள் உள்நுழைவுக் குறியீடு`,
    lead: (product) => `${product} இல் உள்நுழைய இந்தக் குறியீட்டை உள்ளிடவும்:`,
  },
  life: (minutes, until) =>
    `இது ஒரு முறை மட்டுமே செயற்படும்; ${minutes} நிமிடங்களுக்கு (${time(until)} வரை) செல்லுபடியாகும். புதிய மின்னஞ்சல் இதற்குப் பதிலாக அமையும்.`,
  link: 'அல்லது இப்பக்கத்தைத் திறந்து உள்நுழைவுப் பொத்தானை அழுத்தவும்',
  requested: (from) => `கோரப்பட்டது: ${origin(from)}.`,
  notYou: (product) =>
    'இதைக் கோரியது நீங்கள் இல்லையெனில் எதுவும் செய்யத் தேவையில்லை: இந்த மின்னஞ்சல் இன்றி எவரும் உள்நுழைய முடியாது. குறியீட்டை எவருக்கும் கொடுக்க வேண்டாம்; ' +
    `${product} இல் எவரும் அதை உங்களிடம் ஒருபோதும் கேட்கமாட்டார்கள்.`,
}

export const securityEmailText: Translation<typeof English.securityEmailText> = {
  newDevice: {
    subject: (product) => `${product} இல் புதிய உள்நுழைவு`,
    what: (product, from) => `புதிய சாதனத்திலிருந்து உங்கள் ${product} கணக்கில் உள்நுழையப்பட்டுள்ளது: ${origin(from)}.`,
  },
  sessionElsewhere: {
    subject: (product) => `உங்கள் ${product} அமர்வின் வழமைக்கு மாறான பயன்பாடு`,
    what: (product, from) =>
      `உங்கள் ${product} கணக்கின் ஓர் அமர்வு இப்போது வேறொரு சாதனம் மற்றும் வலையமைப்பிலிருந்து பயன்படுத்தப்படுகிறது: ${origin(from)}.`,
    before: (device, ip) =>
      `அதற்கு முன் அந்த அமர்வு பயன்படுத்தப்பட்டது: ${device}, ${ip}. ஓர் அமர்வு பொதுவாக ஒரு சாதனத்திலேயே இருக்கும்; எனவே எவரேனும் அதை நகலெடுத்திருக்கலாம்.`,
  },
  newAccessToken: {
    subject: (product) => `${product}: புதிய அணுகல் டோக்கன்`,
    what: (product) =>
      `உங்கள் ${product} கணக்கிற்கு ஓர் அணுகல் டோக்கன் உருவாக்கப்பட்டது. அதை வைத்திருக்கும் எவரும் உங்கள் பெயரில் API ஐப் பயன்படுத்தலாம்.`,
    name: (name) => `பெயர்: ${name}`,
    permission: (scope) => `அனுமதி: ${scope === 'write' ? 'வாசித்தலும் எழுதுதலும்' : 'வாசித்தல்'}`,
    expires: (at) => `காலாவதியாவது: ${formatDay(dayInColombo(at))}`,
    createdWith: (from) => `உருவாக்கியது: ${origin(from)}`,
  },
  you: 'இதைச் செய்தது நீங்கள் எனில், எதுவும் செய்யத் தேவையில்லை.',
  notYou:
    'இதைச் செய்தது நீங்கள் இல்லையெனில், இப்பக்கத்தைத் திறந்து "அனைத்து அமர்வுகளையும் டோக்கன்களையும் முடிக்க" என்பதை அழுத்தவும்',
  linkLife: (until) =>
    `இணைப்பு ${moment(until)} வரை ஒரு முறை செயற்படும். அதைப் பயன்படுத்த உள்நுழையத் தேவையில்லை. பின்னர் உங்கள் அஞ்சல் பெட்டியைப் பாதுகாக்கவும்: அதை வாசிக்கக்கூடிய எவரும் உங்களைப் போல் உள்நுழையலாம்.`,
  sessions: 'நீங்கள் உள்நுழைந்துள்ள இடங்களைப் பார்க்க',
}

export const invitationText: Translation<typeof English.invitationText> = {
  subject: (product) => `${product} இல் இணைய உங்களுக்கு அழைப்பு`,
  lead: (product) =>
    `இலங்கை ரூபாவில் செலாவணி வீதங்களைக் காட்டிப் பதிவு செய்யும் ${product} இல் நீங்கள் பதிவு செய்யலாம். இந்த மின்னஞ்சல் முகவரியைப் பயன்படுத்தவும்.`,
  register: 'பதிவு செய்க',
  unexpected:
    'இந்த மின்னஞ்சலை நீங்கள் எதிர்பார்க்கவில்லையெனில், அதைப் பொருட்படுத்த வேண்டாம்: நீங்கள் பதிவு செய்யாவிட்டால் எதுவும் நடக்காது.',
}

export const alertEmailText: Translation<typeof English.alertEmailText> = {
  name: alertName,
  confirm: {
    subject: (product) => `${product}: உங்கள் அறிவித்தலை உறுதிசெய்யவும்`,
    lead: (product) => `இந்த முகவரிக்கு ${product} இன் மின்னஞ்சல் அறிவித்தல் கோரப்பட்டுள்ளது:`,
    link: 'இதை உறுதிசெய்ய இப்பக்கத்தைத் திறந்து "உறுதிசெய்க" என்பதை அழுத்தவும்',
    requested: (from) => `கோரப்பட்டது: ${origin(from)}.`,
    notYou:
      'இதைக் கோரியது நீங்கள் இல்லையெனில் எதுவும் செய்யத் தேவையில்லை: வேறு மின்னஞ்சல் அனுப்பப்படாது; முகவரி ஒரு நாளின் பின் அழிக்கப்படும்.',
  },
  subject: {
    crossed: (series, amount, name) => `${seriesName(series)} ${amount}: ${name}`,
    moved: (series, amount, percent) => `${seriesName(series)} ${amount}: ${percent}`,
    published: (series, amount, date) => `${seriesName(series)} ${amount}, ${formatDay(date)}`,
    corrected: (series) => `${seriesName(series)} திருத்தப்பட்டது`,
    stale: 'புதிய செலாவணி வீதங்கள் இல்லை',
    daily: (date) => `செலாவணி வீதங்கள், ${formatDay(date)}`,
  },
  is: (series, amount, date, source) =>
    `${seriesName(series)}: ${amount}, ${formatDay(date)} (${SOURCE_NAMES[source]}).`,
  was: (amount, date, change, percent) =>
    `முன்பு: ${amount}, ${formatDay(date)}. மாற்றம்: ${change} (${percent}).`,
  corrected: (date, amount, before) => `${formatDay(date)}: ${amount}, முன்பு ${before}.`,
  withdrawn: (date, before) => `${formatDay(date)}: இப்போது வீதம் இல்லை, முன்பு ${before}.`,
  moreCorrections: (count) => `மேலும் ${count}.`,
  noRate: (series) => `${seriesName(series)}: வீதம் இல்லை.`,
  stale: (date) =>
    `வெளியிடப்பட்ட மிகப் புதிய வீதங்கள் ${formatDay(date)} நிலவரமாகும். ஒரு வங்கி நாளுக்கு மேலாகப் புதியவை வரவில்லை.`,
  see: 'வீதங்களைப் பார்க்க',
  why: (name) => `“${name}” அறிவித்தலை நீங்கள் உறுதிசெய்ததால் இந்த மின்னஞ்சல் வருகிறது.`,
  manage: 'உங்கள் அறிவித்தல்களை மாற்ற அல்லது முடிக்க',
}
