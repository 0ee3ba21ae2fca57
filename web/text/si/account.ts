import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/account.ts'

export const accountText: Translation<typeof English.accountText> = {
  lead: 'ඔබේ නම සහ ඔබේ දත්ත. උපාංග සහ ප්‍රවේශ ටෝකන {sessions} යටතේ ඇත.',
  profile: 'පැතිකඩ',
  email: 'ඊමේල් ලිපිනය: {email}',
  name: 'නම',
  saveName: 'නම සුරකින්න',
  saving: 'සුරකිමින්...',
  nameChanged: 'නම වෙනස් කරන ලදී',
  data: 'ඔබේ දත්ත',
  aboutData: 'ඔබේ පැතිකඩ, සැසි, ප්‍රවේශ ටෝකන, අනුපාතික සහ විගණන සටහන් JSON ගොනුවක් ලෙස බාගන්න.',
  download: 'මගේ දත්ත බාගන්න',
  preparing: 'ගොනුව සකසමින්...',
  close: 'ඔබේ ගිණුම වසන්න',
  aboutClosing:
    'ඔබේ නම, ඊමේල් ලිපිනය, සැසි, ප්‍රවේශ ටෝකන සහ විගණන සටහනේ ඇති පුද්ගලික තොරතුරු මකා දමනු ලැබේ. ඔබ ඇතුළත් කළ අනුපාතික ඔබේ නම නොමැතිව පවතී.',
  closeNext: 'ගිණුම වසන්න…',
  closeQuestion: 'ඔබේ ගිණුම වසන්න ද?',
  closeConsequences: 'මෙය ආපසු හැරවිය නොහැක. ඔබ සියලු උපාංගවලින් පිටවේ.',
  closeConfirm: 'තහවුරු කිරීමට ඔබේ ඊමේල් ලිපිනය ටයිප් කරන්න',
  closeNow: 'ගිණුම වසන්න',
  closing: 'වසමින්...',
}

export const sessionsText: Translation<typeof English.sessionsText> = {
  lead: 'ඔබ පිවිසී සිටින තැන් සහ ඔබේ නමින් ක්‍රියා කළ හැකි වැඩසටහන්. වේලාවන් කොළඹ වේලාවෙනි (UTC+5:30). {account}',
  account: 'ගිණුම: නම, දත්ත, වසා දැමීම',
  yourSessions: 'ඔබේ සැසි',
  endOthers: 'අනෙක් සියල්ල අවසන් කරන්න',
  unknownDevice: 'නොදන්නා උපාංගය',
  thisDevice: 'මෙම උපාංගය',
  lastSeen: 'අවසන් වරට දුටුවේ {time}',
  signedIn: 'පිවිසුණේ {time}',
  end: 'සැසිය අවසන් කරන්න',
  ended: 'සැසිය අවසන් කරන ලදී',
  endedCounts: (sessions, tokens) =>
    tokens === 0 ? `අවසන් කළ සැසි ${sessions}` : `අවසන් කළ සැසි ${sessions}, අවලංගු කළ ප්‍රවේශ ටෝකන ${tokens}`,
  endWhich: (device, address) => `: ${device}, ${address}`,
  endOthersQuestion: 'අනෙක් සියලු සැසි සහ ටෝකන අවසන් කරන්න ද?',
  endOthersConfirm: 'අවසන් කරන්න',
  endOthersConsequences: (devices, tokens) =>
    [
      devices > 0 && `අනෙක් උපාංග ${devices}කට නැවත පිවිසීමට සිදුවේ.`,
      tokens > 0 && `ප්‍රවේශ ටෝකන ${tokens}ක් ක්‍රියා විරහිත වේ.`,
      'මෙම උපාංගයේ ඔබ පිවිසී සිටී.',
    ]
      .filter(Boolean)
      .join(' '),
}

export const secureAccountText: Translation<typeof English.secureAccountText> = {
  needsLink: 'ඔබේ ගිණුම ගැන ලැබුණු ඊමේල් පණිවුඩයේ ඇති සබැඳියෙන් මෙම පිටුව විවෘත කරන්න.',
  linkDead: 'මෙම සබැඳිය භාවිත කර හෝ කල් ඉකුත් වී ඇත. ඔබේ සැසි බැලීමට සහ අවසන් කිරීමට පිවිසෙන්න.',
  question: 'ඊමේල් පණිවුඩයේ සඳහන් දේ ඔබ නොදන්නේ නම්, {name} ({email}) ගේ සියලු සැසි සහ ප්‍රවේශ ටෝකන අවසන් කරන්න.',
  consequences: 'සියලු උපාංග වහාම පිටවන අතර ටෝකනයක් භාවිත කරන වැඩසටහන් ක්‍රියා විරහිත වේ.',
  endAll: 'සියලු සැසි සහ ටෝකන අවසන් කරන්න',
  ending: 'අවසන් කරමින්...',
  checkingLink: 'ඔබේ සබැඳිය පරීක්ෂා කරමින්…',
  done: (counts) => `${counts}. දැන් කිසිවෙකු මෙම ගිණුමට පිවිසී නැත.`,
  next: 'ඊළඟට කළ යුතු දේ:',
  changePassword: (email) =>
    `ඔබේ තැපැල් පෙට්ටියේ (${email}) මුරපදය වෙනස් කරන්න. එය කියවිය හැකි ඕනෑම කෙනෙකුට ඔබේ ගිණුමට පිවිසිය හැක.`,
  signInStep: '{link}.',
  signIn: 'නැවත පිවිසෙන්න',
  checkAuditTrail: 'ඔබ නොකළ වෙනස්කම් තිබේ දැයි {auditTrail} පරීක්ෂා කරන්න.',
  auditTrail: 'විගණන සටහන',
}
