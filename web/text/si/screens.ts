import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/screens.ts'

export const screensText: Translation<typeof English.screensText> = {
  home: 'විදේශ විනිමය',
  rates: 'විදේශ මුදල් විනිමය අනුපාතික',
  currency: (currency) => `${currency} රුපියල්වලින්`,
  citedRate: (currency, date) => `${date} දින ${currency} රුපියල්වලින්`,
  periods: (currency) => `${currency}: අවසන් සහ සාමාන්‍ය අනුපාතික`,
  login: 'පිවිසීම',
  register: 'ගිණුමක් සාදන්න',
  alerts: 'ඊමේල් දැනුම්දීම්',
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
