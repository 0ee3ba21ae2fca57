import type { ErrorCode } from '../../../contract/schema/error-code.ts'
import type { ErrorResponse } from '../../../contract/schema/error.schema.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/ui.ts'

export const uiText: Translation<typeof English.uiText> = {
  loading: 'පූරණය වෙමින්…',
  needsJavaScript: 'මෙයට JavaScript අවශ්‍යය.',
  retry: 'නැවත උත්සාහ කරන්න',
  cancel: 'අවලංගු කරන්න',
  previous: 'පෙර',
  next: 'ඊළඟ',
  page: (page) => `පිටුව ${page}`,
  listFailed: (message) => `මෙම ලැයිස්තුව පූරණය කළ නොහැකි විය: ${message}`,
  sample: 'ආදර්ශ',
  daysOld: (days) => `දින ${days}ක් පැරණි`,
  dayUpTo: (day) => `${day} හෝ ඊට පෙර දිනයක් තෝරන්න.`,
  dayFrom: (day) => `${day} හෝ ඊට පසු දිනයක් තෝරන්න.`,
  noSuchDay: 'මෙය දින දර්ශනයේ නැති දිනයකි.',
}

export const connectionText: Translation<typeof English.connectionText> = {
  offlineSince: (time) => `සබැඳියෙන් බැහැරයි, ${time} වන විට. `,
  notUpdatedSince: (time, reason) => `${time} සිට යාවත්කාලීන වී නැත: ${reason}. `,
  updatesByItself: 'සම්බන්ධතාව ලැබුණු විට මෙම පිටුව ඉබේම යාවත්කාලීන වේ.',
  notShown: 'මෙම පිටුව පෙන්විය නොහැකි විය.',
  offline: 'මෙම පිටුව පෙන්විය නොහැකි විය. ඔබ සබැඳියෙන් බැහැරව සිටී.',
  noResponse: 'මෙම පිටුව පෙන්විය නොහැකි විය. සේවාදායකය ප්‍රතිචාර නොදැක්වීය.',
  opensByItself: 'සම්බන්ධතාව ලැබුණු විට එය ඉබේම විවෘත වේ.',
  reload: 'නැවත පූරණය කරන්න',
}

export const callText: Translation<typeof English.callText> = {
  byStatus: {
    400: 'ඉල්ලීම නිවැරදි නැත',
    401: 'අවසර නැත',
    403: 'තහනම්ය',
    404: 'සොයාගත නොහැකි විය',
    500: 'සේවාදායකයේ දෝෂයකි',
  },
  other: 'බලාපොරොත්තු නොවූ දෝෂයක් ඇති විය',
  network: 'ජාල දෝෂයකි - ඔබේ සම්බන්ධතාව පරීක්ෂා කරන්න',
  cancelled: 'ඉල්ලීම අවලංගු කරන ලදී',
}

const API_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid: 'ඇතුළත් කළ තොරතුරු නිවැරදි නැත. ඒවා පරීක්ෂා කර නැවත උත්සාහ කරන්න.',
  code_wrong: 'මෙම කේතය වැරදිය, නැතහොත් එය භාවිත කර හෝ නව කේතයකින් ප්‍රතිස්ථාපනය වී ඇත.',
  code_expired: 'OTP කේතය කල් ඉකුත් වී ඇත. නව කේතයක් ඉල්ලන්න.',
  link_dead: 'මෙම සබැඳිය භාවිත කර, ප්‍රතිස්ථාපනය වී හෝ කල් ඉකුත් වී ඇත. නව කේතයක් ඉල්ලන්න.',
  unauthenticated: 'ඔබ පිවිසී නැත.',
  forbidden: 'මෙයට ඔබට අවසර නැත. මෙම සේවාවේ පරිපාලක අමතන්න.',
  sign_in_again: 'ඔබේ ආරක්ෂාව සඳහා නැවත පිවිසෙන්න.',
  not_found: 'සොයාගත නොහැකි විය.',
  not_registered: 'මෙම ඊමේල් ලිපිනය ලියාපදිංචි කර නැත.',
  too_old: 'මේ සඳහා දත්ත නැත.',
  conflict: 'මෙය දැනට ඇති දත්ත සමඟ නොගැළපේ.',
  already_registered: 'මෙම ඊමේල් ලිපිනය දැනටමත් ලියාපදිංචි කර ඇත.',
  too_many_requests: 'ඉල්ලීම් ඕනෑවට වඩා වැඩිය.',
  internal: 'සේවාදායකයේ දෝෂයකි.',
  unavailable: 'සේවාව මේ මොහොතේ ලබාගත නොහැක. මොහොතකින් නැවත උත්සාහ කරන්න.',
}

/** What is said of a call that the API has refused; of a code without a sentence the API's own, which is in English. */
export function apiErrorText({ code, message }: Partial<ErrorResponse>): string | undefined {
  return (code && API_ERRORS[code]) ?? message
}

export const layoutText: Translation<typeof English.layoutText> = {
  skip: 'අන්තර්ගතයට යන්න',
  poweredBy: (provider) => `${provider} මගින්`,
  api: 'API',
  privacy: 'පෞද්ගලිකත්වය',
  home: 'මුල් පිටුව',
  theme: 'තේමාව',
  themes: { system: 'පද්ධතිය', light: 'ලා', dark: 'අඳුරු' },
  mainMenu: 'ප්‍රධාන',
  rates: 'අනුපාතික',
  dashboard: 'පාලක පුවරුව',
  login: 'පිවිසෙන්න',
  register: 'ලියාපදිංචිය',
}
