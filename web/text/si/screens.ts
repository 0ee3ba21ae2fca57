import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/screens.ts'

/** What screens are called in the browser's tab and what search engines say of the public ones. */
export const screensText: Translation<typeof English.screensText> = {
  home: {
    title: 'විදේශ විනිමය',
    description: `${listed(Object.values(CURRENCY_NAMES))} අද ශ්‍රී ලංකා රුපියල්වලින්.`,
  },
  rates: {
    title: 'විදේශ මුදල් විනිමය අනුපාතික',
    description: `ඕනෑම දිනයක ${listed(CURRENCIES)} ශ්‍රී ලංකා රුපියල්වලින්, ඊට පෙර සතිය සහ සෑම අනුපාතිකයකම මූලාශ්‍රය සමඟ.`,
  },
  currency: {
    title: (currency) => `${currency} රුපියල්වලින්`,
    description: 'මුදල් වර්ගයක අනුපාතිකය, ඉතිහාසය සහ පරිවර්තකය ශ්‍රී ලංකා රුපියල්වලින්.',
  },
  citedRate: {
    title: (currency, date) => `${date} දින ${currency} රුපියල්වලින්`,
    description: 'එක් දිනයක අනුපාතිකය ශ්‍රී ලංකා රුපියල්වලින්, එහි මූලාශ්‍රය සහ එය ඇති වූ ආකාරය සමඟ.',
  },
  periods: {
    title: (currency) => `${currency}: අවසන් සහ සාමාන්‍ය අනුපාතික`,
    description: 'මාසයක, කාර්තුවක, වර්ෂයක හෝ තක්සේරු වර්ෂයක අවසන් සහ සාමාන්‍ය අනුපාතික ශ්‍රී ලංකා රුපියල්වලින්.',
  },
  login: {
    title: 'පිවිසීම',
    description: 'ඔබේ ඊමේල් ලිපිනයට එවන කේතයකින් පිවිසෙන්න.',
  },
  register: {
    title: 'ගිණුමක් සාදන්න',
    description: 'විනිමය අනුපාතික ඇතුළත් කර සමාලෝචනය කිරීමට ගිණුමක් සාදන්න.',
  },
  alerts: {
    title: 'ඊමේල් දැනුම්දීම්',
    description:
      'ශ්‍රී ලංකා රුපියල් අනුපාතිකයක් යම් අගයක් පසු කළ විට, වෙනස් වූ විට, ප්‍රකාශයට පත් කළ විට හෝ නිවැරදි කළ විට, නැතහොත් දවසේ අනුපාතික සමඟ ඊමේල් පණිවුඩයක්.',
  },
  secureAccount: 'ඔබේ ගිණුම සුරක්ෂිත කරන්න',
  dashboard: 'පාලක පුවරුව',
  manage: 'විනිමය අනුපාතික කළමනාකරණය',
  today: 'අද අනුපාතික',
  calendar: 'බැංකු නිවාඩු දින',
  customs: 'රේගු අනුපාතික',
  auditTrail: 'විගණන සටහන',
  sessions: 'සැසි',
  account: 'ගිණුම',
  admin: 'පරිපාලනය',
  notFound: 'පිටුව හමු නොවීය',
}
