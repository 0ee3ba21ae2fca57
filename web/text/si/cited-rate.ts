import { formatDay, formatWeekdayAndDay } from '../../../text/si/days.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/cited-rate.ts'

export const citedRateText: Translation<typeof English.citedRateText> = {
  title: (what, date) => `${what}, ${formatDay(date)}`,
  lead: (currency, date) => `${CURRENCY_NAMES[currency]} ශ්‍රී ලංකා රුපියල්වලින්, ${formatWeekdayAndDay(date)}.`,
  weekBefore: 'ඊට පෙර සතිය',
  history: (currency) => `${currency} ඉතිහාසය`,
  entries: 'මෙම දිනයේ විගණන සටහන්',
  noRate: 'අනුපාතිකයක් නැත',
  day: 'දිනය',
  source: 'මූලාශ්‍රය',
  enteredBy: 'ඇතුළත් කළේ',
  entered: 'ඇතුළත් කළ වේලාව',
  fetched: 'ලබාගත් වේලාව',
  inverse: 'ප්‍රතිලෝමය',
  inverseOf: (inverse, currency) => `1 LKR = ${inverse} ${currency}`,
  knownOn: 'දැන සිටි වේලාව',
  citeAs: 'උපුටා දැක්වීම',
  citation: (provider, currency, kind, rate, days) =>
    `${provider}: ${currency}/LKR ${kind ? `${KIND_NAMES[kind]} ` : ''}${rate}, ${days}.`,
  print: 'මුද්‍රණය කරන්න',
  certificate: 'සහතිකය',
}

export const auditEntryText: Translation<typeof English.auditEntryText> = {
  term: 'විගණන සටහන',
  column: 'සටහන',
  number: (id) => `අංක ${id}`,
  hash: 'හෑෂ් අගය (SHA-256)',
}

export const revisionsText: Translation<typeof English.revisionsText> = {
  title: 'එය ඇති වූ ආකාරය',
  timeZone: 'වේලාවන් ශ්‍රී ලංකා වේලාවෙනි',
  caption: 'මෙම අනුපාතිකයේ වෙනස්කම්, නවතම ඒවා මුලින්',
  when: 'කවදා',
  what: 'කුමක්',
  rate: 'අනුපාතිකය (LKR)',
  takenBack: ', ඉවත් කර ගන්නා ලදී',
  corrected: ', ප්‍රකාශකයා විසින් නිවැරදි කරන ලදී',
  by: (user) => `, ${user} විසින්`,
  changes: (total) => `වෙනස්කම් ${total}`,
  changesOf: (first, last, total) => `වෙනස්කම් ${total}න් ${first} සිට ${last} දක්වා`,
  newer: 'නව වෙනස්කම්',
  older: 'පැරණි වෙනස්කම්',
}

export const knownAtText: Translation<typeof English.knownAtText> = {
  title: 'එදා දැන සිටි අනුපාතිකය',
  label: 'ශ්‍රී ලංකාවේ දිනය සහ වේලාව',
  show: 'පෙන්වන්න',
  knownNow: 'දැන් දන්නා අනුපාතිකය',
}
