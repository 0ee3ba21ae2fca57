import { KIND_NAMES } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/currency.ts'

export const currencyText: Translation<typeof English.currencyText> = {
  lead: (name) => `${name} ශ්‍රී ලංකා රුපියල්වලින්: එහි අනුපාතිකය, ඉතිහාසය සහ මුදලක වටිනාකම.`,
  currencies: 'මුදල් වර්ග',
  inRupees: (currency, kind) => `1 ${currency} රුපියල්වලින්${kind ? `, ${KIND_NAMES[kind]}` : ''}`,
  newestUpTo: (day) => `${day} දක්වා නවතම අනුපාතිකය.`,
  cite: 'මෙම අනුපාතිකය උපුටා දක්වන්න',
  newest: 'නවතම අනුපාතිකය',
}

export const historyText: Translation<typeof English.historyText> = {
  title: 'ඉතිහාසය',
  failed: 'මෙම ඉතිහාසය පූරණය කළ නොහැකි විය.',
  days: (count, rate) => `${rate}ක් ඇති දින ${count}.`,
  source: (name) => `වෙනත් මූලාශ්‍රයක් සඳහන් නොවන විට මූලාශ්‍රය: ${name}.`,
  download: 'බාගන්න:',
  or: 'හෝ',
  periods: 'මාස සහ වර්ෂවල අවසන් සහ සාමාන්‍ය අනුපාතික',
  nothingSince: (rates, day) => `${day} සිට ${rates} නැත.`,
  nothingBetween: (rates, from, to) => `${from} සිට ${to} දක්වා ${rates} නැත.`,
  oldest: (day) => `දන්නා පළමු අනුපාතිකය ${day} දිනයේ ය.`,
  showAll: 'සියලු අනුපාතික පෙන්වන්න',
  table: (rates, currency) => `${currency} ${rates}, නවතම ඒවා මුලින්`,
  more: (count) => `තව ${count}ක් පෙන්වන්න`,
}

export const chartControlsText: Translation<typeof English.chartControlsText> = {
  period: 'කාල සීමාව',
  periods: { '7d': 'දින 7', '30d': 'දින 30', '90d': 'දින 90', '1y': 'වසර 1', '5y': 'වසර 5', all: 'සියල්ල' },
  ownDays: 'දින තෝරන්න',
  days: (from, to) => `${from} සිට ${to} දක්වා`,
  firstDay: 'පළමු දිනය',
  lastDay: 'අවසාන දිනය',
  show: 'දින පෙන්වන්න',
  view: 'ප්‍රස්තාරය',
  views: { days: 'දෛනික', averages: 'මාසික සාමාන්‍ය', sides: 'TT ගැනුම් සහ විකුණුම්' },
  compare: 'සසඳන්න',
  compareWith: (currency) => `${currency} සමඟ සසඳන්න`,
  compareNoMore: (currency) => `${currency} සමඟ සැසඳීම නවත්වන්න`,
}

export const chartText: Translation<typeof English.chartText> = {
  day: (rate) => `${rate}: දිනය`,
  dayRate: (day, rate) => `${day}: රුපියල් ${rate}`,
  rateOn: (rate, day) => `${rate}, ${day}`,
  changeSince: (day) => `${day} සිට වෙනස`,
  highest: 'ඉහළම',
  lowest: 'පහළම',
  howToMeasure: 'වෙනසක් මැනීමට ප්‍රස්තාරය හරහා අදින්න, නැතහොත් දින දෙකක් තෝරන්න.',
  measureFrom: (day) => `${day} සිට වෙනස මැනීමට තවත් දිනයක් තෝරන්න.`,
  clear: 'ඉවත් කරන්න',
  change: (percent, rupees, from, to) => `${from} සිට ${to} දක්වා ${percent} (${rupees})`,
  outside: (named, more) => `පරිමාණයෙන් පිටත, එහි කෙළවරේ ඇඳ ඇත: ${named}${more > 0 ? ` සහ තව ${more}ක්` : ''}.`,
  notLoaded: 'මෙම දසුන පූරණය කළ නොහැකි විය. සම්බන්ධතාව ලැබුණු විට එය ඉබේම විවෘත වේ.',
  picture: 'ප්‍රස්තාරය බාගන්න:',
  pictureFailed: 'රූපය සෑදිය නොහැකි විය.',
}
