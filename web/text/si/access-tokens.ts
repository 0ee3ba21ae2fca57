import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/access-tokens.ts'

export const accessTokensText: Translation<typeof English.accessTokensText> = {
  title: 'පුද්ගලික ප්‍රවේශ ටෝකන',
  about:
    'ටෝකනයක් මගින් වැඩසටහනකට හෝ පැතුරුම්පතකට ඔබේ නමින් {api} ඇමතිය හැක. සෑම නව ටෝකනයක් සඳහාම ඔබට ඊමේල් පණිවුඩයක් ලැබේ.',
  api: 'API',
  none: 'ඔබට ටෝකන නැත.',
  scopes: { read: 'කියවීම', write: 'කියවීම සහ ලිවීම' },
  created: 'සෑදුවේ {time}',
  expired: 'කල් ඉකුත් වී ඇත',
  expiredAt: 'කල් ඉකුත් වූයේ {time}',
  expiresAt: 'කල් ඉකුත් වන්නේ {time}',
  neverUsed: 'කිසිදා භාවිත කර නැත',
  lastUsed: 'අවසන් වරට භාවිත කළේ {time}',
  name: 'නම',
  nameExample: 'භාණ්ඩාගාර පැතුරුම්පත',
  permission: 'අවසරය',
  life: 'කල් ඉකුත් වීම (දින)',
  lifeHint: (mostDays) => `1 සිට ${mostDays} දක්වා`,
  create: 'ටෝකනයක් සාදන්න',
  creating: 'සාදමින්...',
  revoke: 'අවලංගු කරන්න',
  revoked: 'ප්‍රවේශ ටෝකනය අවලංගු කරන ලදී',
  revokeQuestion: (name) => `“${name}” අවලංගු කරන්න ද?`,
  revokeConsequences: 'මෙම ටෝකනය භාවිත කරන වැඩසටහන් වහාම ක්‍රියා විරහිත වේ. මෙය ආපසු හැරවිය නොහැක.',
  copyNow: (name) => `“${name}” සාදන ලදී. දැන් එය පිටපත් කරන්න: එය නැවත පෙන්වන්නේ නැත.`,
  secretLabel: (name) => `“${name}” ටෝකනය`,
  copy: 'පිටපත් කරන්න',
  copied: 'පිටපත් කරන ලදී',
  done: 'අවසන්',
  signInRecently: (minutes) =>
    `ඔබේ ආරක්ෂාව සඳහා, ටෝකනයක් සෑදිය හැක්කේ පිවිසීමෙන් විනාඩි ${minutes}ක් ඇතුළතය. එකක් සෑදීමට නැවත පිවිසෙන්න; ඔබ මෙම පිටුවට ආපසු එනු ඇත.`,
  signIn: 'නැවත පිවිසෙන්න',
}
