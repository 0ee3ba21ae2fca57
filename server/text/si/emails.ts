import { dayInColombo, timeInColombo } from '../../../domain/calendar-date.ts'
import { alertName } from '../../../text/si/alert-names.ts'
import { formatDay } from '../../../text/si/days.ts'
import { seriesName, SOURCE_NAMES } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/emails.ts'

const time = (instant: Date) => `ශ්‍රී ලංකා වේලාවෙන් ${timeInColombo(instant)}`

/** A day and time of Colombo's, such as `2026 සැප් 29, ශ්‍රී ලංකා වේලාවෙන් 23:55`. */
const moment = (instant: Date) => `${formatDay(dayInColombo(instant))}, ${time(instant)}`

const origin = ({ device, ip, at }: English.Origin) => `${device}, ${ip}, ${moment(at)}`

export const greetingText: Translation<typeof English.greetingText> = {
  named: (name) => `ආයුබෝවන් ${name},`,
  unnamed: 'ආයුබෝවන්,',
}

export const codeEmailText: Translation<typeof English.codeEmailText> = {
  welcome: {
    subject: (product) => `${product} වෙත සාදරයෙන් පිළිගනිමු`,
    lead: (product) => `මෙම ලිපිනයෙන් ${product} හි ගිණුමක් සාදා ඇත. පළමු වරට පිවිසීමට මෙම කේතය ඇතුළත් කරන්න:`,
  },
  signIn: {
    subject: (product) => `${product} සඳහා ඔබේ පිවිසුම් කේතය`,
    lead: (product) => `${product} වෙත පිවිසීමට මෙම කේතය ඇතුළත් කරන්න:`,
  },
  life: (minutes, until) =>
    `එය එක් වරක් පමණක් ක්‍රියා කරන අතර විනාඩි ${minutes}ක් (${time(until)} දක්වා) වලංගුය. නව ඊමේල් පණිවුඩයක් එය ප්‍රතිස්ථාපනය කරයි.`,
  link: 'නැතහොත් මෙම පිටුව විවෘත කර පිවිසීමේ බොත්තම ඔබන්න',
  requested: (from) => `ඉල්ලන ලද්දේ: ${origin(from)}.`,
  notYou: (product) =>
    'මෙය ඉල්ලුවේ ඔබ නොවේ නම් කිසිවක් කිරීමට අවශ්‍ය නැත: මෙම ඊමේල් පණිවුඩය නොමැතිව කිසිවෙකුට පිවිසිය නොහැක. කේතය කිසිවෙකුට නොදෙන්න; ' +
    `${product} හි කිසිවෙකු කිසිදා ඔබෙන් එය නොඉල්ලයි.`,
}

export const securityEmailText: Translation<typeof English.securityEmailText> = {
  newDevice: {
    subject: (product) => `${product} වෙත නව පිවිසීමක්`,
    what: (product, from) => `නව උපාංගයකින් ඔබේ ${product} ගිණුමට පිවිසී ඇත: ${origin(from)}.`,
  },
  sessionElsewhere: {
    subject: (product) => `ඔබේ ${product} සැසියේ අසාමාන්‍ය භාවිතයක්`,
    what: (product, from) =>
      `ඔබේ ${product} ගිණුමේ සැසියක් දැන් වෙනත් උපාංගයකින් සහ ජාලයකින් භාවිත වේ: ${origin(from)}.`,
    before: (device, ip) =>
      `ඊට පෙර එම සැසිය භාවිත වූයේ ${device}, ${ip} වෙතිනි. සැසියක් සාමාන්‍යයෙන් එක් උපාංගයක පවතී; එබැවින් කිසිවෙකු එය පිටපත් කර තිබිය හැක.`,
  },
  newAccessToken: {
    subject: (product) => `${product} සඳහා නව ප්‍රවේශ ටෝකනයක්`,
    what: (product) =>
      `ඔබේ ${product} ගිණුමට ප්‍රවේශ ටෝකනයක් සාදන ලදී. එය ඇති ඕනෑම කෙනෙකුට ඔබේ නමින් API භාවිත කළ හැක.`,
    name: (name) => `නම: ${name}`,
    permission: (scope) => `අවසරය: ${scope === 'write' ? 'කියවීම සහ ලිවීම' : 'කියවීම'}`,
    expires: (at) => `කල් ඉකුත් වන්නේ: ${formatDay(dayInColombo(at))}`,
    createdWith: (from) => `සෑදුවේ: ${origin(from)}`,
  },
  you: 'මෙය කළේ ඔබ නම්, කිසිවක් කිරීමට අවශ්‍ය නැත.',
  notYou: 'මෙය කළේ ඔබ නොවේ නම්, මෙම පිටුව විවෘත කර "සියලු සැසි සහ ටෝකන අවසන් කරන්න" ඔබන්න',
  linkLife: (until) =>
    `සබැඳිය ${moment(until)} දක්වා එක් වරක් ක්‍රියා කරයි. එය භාවිත කිරීමට පිවිසීම අවශ්‍ය නැත. ඉන්පසු ඔබේ තැපැල් පෙට්ටිය සුරක්ෂිත කරන්න: එය කියවිය හැකි ඕනෑම කෙනෙකුට ඔබ ලෙස පිවිසිය හැක.`,
  sessions: 'ඔබ පිවිසී සිටින තැන් බැලීමට',
}

export const invitationText: Translation<typeof English.invitationText> = {
  subject: (product) => `${product} වෙත ඔබට ඇරයුම් කරනු ලැබේ`,
  lead: (product) =>
    `ශ්‍රී ලංකා රුපියල්වලින් විනිමය අනුපාතික පෙන්වන සහ වාර්තා කරන ${product} හි ඔබට ලියාපදිංචි විය හැක. මෙම ඊමේල් ලිපිනය භාවිත කරන්න.`,
  register: 'ලියාපදිංචි වන්න',
  unexpected: 'ඔබ මෙම ඊමේල් පණිවුඩය බලාපොරොත්තු නොවූයේ නම් එය නොසලකා හරින්න: ඔබ ලියාපදිංචි නොවන්නේ නම් කිසිවක් සිදු නොවේ.',
}

export const alertEmailText: Translation<typeof English.alertEmailText> = {
  name: alertName,
  confirm: {
    subject: (product) => `${product}: ඔබේ දැනුම්දීම තහවුරු කරන්න`,
    lead: (product) => `මෙම ලිපිනය සඳහා ${product} වෙතින් ඊමේල් දැනුම්දීමක් ඉල්ලා ඇත:`,
    link: 'එය තහවුරු කිරීමට මෙම පිටුව විවෘත කර "තහවුරු කරන්න" ඔබන්න',
    requested: (from) => `ඉල්ලන ලද්දේ: ${origin(from)}.`,
    notYou: 'මෙය ඉල්ලුවේ ඔබ නොවේ නම් කිසිවක් කිරීමට අවශ්‍ය නැත: වෙනත් ඊමේල් පණිවුඩයක් නොයවන අතර ලිපිනය දිනකින් මකා දමනු ලැබේ.',
  },
  subject: {
    crossed: (series, amount, name) => `${seriesName(series)} ${amount}: ${name}`,
    moved: (series, amount, percent) => `${seriesName(series)} ${amount}: ${percent}`,
    published: (series, amount, date) => `${seriesName(series)} ${amount}, ${formatDay(date)}`,
    corrected: (series) => `${seriesName(series)} නිවැරදි කරන ලදී`,
    stale: 'නව විනිමය අනුපාතික නැත',
    daily: (date) => `විනිමය අනුපාතික, ${formatDay(date)}`,
  },
  is: (series, amount, date, source) =>
    `${seriesName(series)}: ${amount}, ${formatDay(date)} (${SOURCE_NAMES[source]}).`,
  was: (amount, date, change, percent) => `පෙර: ${amount}, ${formatDay(date)}. වෙනස: ${change} (${percent}).`,
  corrected: (date, amount, before) => `${formatDay(date)}: ${amount}, පෙර ${before}.`,
  withdrawn: (date, before) => `${formatDay(date)}: දැන් අනුපාතිකයක් නැත, පෙර ${before}.`,
  moreCorrections: (count) => `තවත් ${count}ක්.`,
  noRate: (series) => `${seriesName(series)}: අනුපාතිකයක් නැත.`,
  stale: (date) =>
    `ප්‍රකාශයට පත් කළ නවතම අනුපාතික ${formatDay(date)} දිනට වේ. එක් බැංකු දිනකට වඩා වැඩි කාලයක් නව අනුපාතික ලැබී නැත.`,
  see: 'අනුපාතික බලන්න',
  why: (name) => `ඔබට මෙම ඊමේල් පණිවුඩය ලැබෙන්නේ ඔබ “${name}” දැනුම්දීම තහවුරු කළ බැවිනි.`,
  manage: 'ඔබේ දැනුම්දීම් වෙනස් කිරීමට හෝ අවසන් කිරීමට',
}
