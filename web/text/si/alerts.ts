import { DAILY_HOURS, MAX_ALERTS, PERCENT_RANGE } from '../../../domain/alerts/alert-rule.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/alerts.ts'

/** Email alerts: requesting one, and one’s own by the link of an email. */
export const alertsText: Translation<typeof English.alertsText> = {
  title: 'ඊමේල් දැනුම්දීම්',
  lead: 'වැදගත් අවස්ථාවක ඊමේල් පණිවුඩයක්; එක් දැනුම්දීමකින් දිනකට වැඩිම වශයෙන් එකකි. ගිණුමක් අවශ්‍ය නැත: දැනුම්දීම් වෙනස් කිරීමට හෝ අවසන් කිරීමට සෑම පණිවුඩයකම සබැඳියක් ඇත.',
  newAlert: 'නව දැනුම්දීමක්',
  condition: 'දැනුම් දිය යුතු අවස්ථාව',
  conditions: {
    above: 'අගයකට වඩා ඉහළ ගිය විට',
    below: 'අගයකට වඩා පහළ ගිය විට',
    moved: 'පෙර දිනට වඩා වෙනස් වූ විට',
    published: 'දවසේ අනුපාතිකය පළ කළ විට',
    corrected: 'අනුපාතිකයක් නිවැරදි කළ විට',
    stale: 'නව අනුපාතික පළ නොවන විට',
    daily: 'දිනපතා: දවසේ සියලු අනුපාතික',
  },
  currency: 'මුදල් වර්ගය',
  kind: 'වර්ගය',
  rate: 'අනුපාතිකය (LKR)',
  rateHint: 'අනුපාතිකය මෙම අගය පසු කළ විට එක් වරක් යවනු ලැබේ; නැවත යවනු ලබන්නේ එය 0.25 %කින් ආපසු ගිය පසු පමණි.',
  percent: 'අවම වෙනස (%)',
  hour: 'මෙම වේලාවට පෙර නොවේ (කොළඹ වේලාව)',
  hourHint: 'දවසේ අනුපාතික හතරම ලැබුණු පසු යවනු ලැබේ; 18:00ට එතෙක් ලැබුණු අනුපාතික යවනු ලැබේ.',
  staleHint: 'ප්‍රකාශයට පත් කළ නවතම අනුපාතික එක් බැංකු දිනකට වඩා පැරණි වූ විට යවනු ලැබේ.',
  email: 'ඊමේල් ලිපිනය',
  emailHint: 'එය තහවුරු කිරීමට සබැඳියක් සහිත ඊමේල් පණිවුඩයක් ලැබේ.',
  request: 'දැනුම්දීම ඉල්ලන්න',
  requesting: 'ඉල්ලමින්...',
  add: 'දැනුම්දීම එක් කරන්න',
  adding: 'එක් කරමින්...',
  requested:
    'ඔබේ තැපැල් පෙට්ටිය බලා, දැනුම්දීම තහවුරු කිරීමට ඊමේල් පණිවුඩයේ ඇති සබැඳිය විවෘත කරන්න. පැය 24ක් ඇතුළත දෙවන පණිවුඩයක් නොයවයි: දැනටමත් එකක් ලැබී ඇත්නම් එහි සබැඳිය භාවිත කරන්න.',
  needsJavaScript: 'දැනුම්දීම් ඉල්ලීමට සහ වෙනස් කිරීමට JavaScript අවශ්‍යය; මෙම බ්‍රවුසරයේ එය අක්‍රිය කර ඇත.',
  yours: 'ඔබේ දැනුම්දීම්',
  to: (email) => `${email} වෙත යවනු ලැබේ.`,
  none: 'දැනුම්දීම් නැත. ඔබේ ලිපිනය දිනක් ඇතුළත මකා දමනු ලැබේ.',
  active: 'සක්‍රියයි',
  waiting: 'තවම තහවුරු කර නැත: කිසිවක් නොයවයි',
  confirm: 'තහවුරු කරන්න',
  end: 'අවසන් කරන්න',
  which: (name) => ` දැනුම්දීම: ${name}`,
  checkingLink: 'ඔබේ සබැඳිය පරීක්ෂා කරමින්…',
  endTitle: 'මෙම දැනුම්දීම අවසන් කරන්න',
  endQuestion: 'මෙම දැනුම්දීමෙන් තවත් ඊමේල් පණිවුඩ නොලැබෙනු ඇත.',
  endNow: 'දැනුම්දීම අවසන් කරන්න',
  ending: 'අවසන් කරමින්...',
  hasEnded: 'මෙම දැනුම්දීම අවසන් විය. එයින් තවත් ඊමේල් පණිවුඩ නොලැබේ.',
}

/** Why the API refuses what is requested of alerts. */
export const alertErrorText: Translation<typeof English.alertErrorText> = {
  link_dead: 'මෙම සබැඳිය කල් ඉකුත් වී හෝ එහි දැනුම්දීම් අවසන් වී ඇත. වෙනත් සබැඳියක් ලබාගැනීමට දැනුම්දීමක් ඉල්ලන්න.',
  conflict: `එක් ලිපිනයකට දැනුම්දීම් ${MAX_ALERTS}ක් තිබිය හැක. තවදුරටත් අවශ්‍ය නැති එකක් අවසන් කරන්න.`,
  not_found: 'මෙම දැනුම්දීම දැනටමත් අවසන් වී ඇත.',
}

/** What is wrong with a field. */
export const alertFieldText: Translation<typeof English.alertFieldText> = {
  currency: 'මුදල් වර්ගයක් තෝරන්න.',
  rate: '0ට වැඩි, දශම ස්ථාන 4කට නොවැඩි අනුපාතිකයක් ඇතුළත් කරන්න. උදා: 301.25.',
  percent: `${PERCENT_RANGE.least} සිට ${PERCENT_RANGE.most} දක්වා, දශම ස්ථාන 2කට නොවැඩි ප්‍රතිශතයක් ඇතුළත් කරන්න.`,
  hour: `${DAILY_HOURS.first} සිට ${DAILY_HOURS.last} දක්වා පැයක් තෝරන්න.`,
  email: 'නිවැරදි ඊමේල් ලිපිනයක් ඇතුළත් කරන්න. උදා: nimal@example.lk.',
}
