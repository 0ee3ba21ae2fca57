import { formatDay, formatWeekdayAndDay } from '../../../text/si/days.ts'
import { rateNames, ratesOf, RATE_NAMES, seriesName } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import { DEFAULT_KIND } from '../../../domain/series.ts'
import type * as English from '../en/rates.ts'

export const ratesText: Translation<typeof English.ratesText> = {
  title: 'විදේශ මුදල් විනිමය අනුපාතික',
  lead: 'විදේශ මුදල් ඒකකයක වටිනාකම ශ්‍රී ලංකා රුපියල්වලින් (LKR).',
  date: 'දිනය',
  base: 'මූලික මුදල් වර්ගය',
  show: 'පෙන්වන්න',
  fetching: 'අනුපාතික ලබාගනිමින්…',
  afterToday: (today) => `අද (${formatDay(today)}) හෝ ඊට පෙර දිනයක් තෝරන්න.`,
  unknownCurrency: (given, shown) => `“${given}” සඳහා අනුපාතික නැත: මේවා ${shown} අනුපාතික වේ.`,
  unknownDay: (given) => `“${given}” සඳහා අනුපාතික නැත: මේවා අද අනුපාතික වේ.`,
  changed: (series, date, rate) =>
    `${formatDay(date)} දින ${seriesName(series)}: ${rate ?? 'අනුපාතිකය ඉවත් කර ඇත'}`,
}

export const boardText: Translation<typeof English.boardText> = {
  title: 'සියලු මුදල් වර්ග',
  average: (rate) => `සාමාන්‍යය ${rate}`,
}

export const rateSummaryText: Translation<typeof English.rateSummaryText> = {
  chartAndConverter: 'ප්‍රස්තාරය සහ පරිවර්තකය',
  caption: 'වත්මන් අනුපාතිකය සහ සතියේ සාමාන්‍යය',
  currency: 'මුදල් වර්ගය',
  current: 'වත්මන් අනුපාතිකය (LKR)',
  average: 'සතියේ සාමාන්‍යය',
  kind: 'වර්ගය',
  rateOf: 'අනුපාතිකයේ දිනය',
  source: 'මූලාශ්‍රය',
  averageOf: 'සාමාන්‍යයේ කාලය',
  day: formatWeekdayAndDay,
  newestUpTo: (date) => `, ${formatDay(date)} දක්වා නවතම අනුපාතිකය`,
  averagedDays: (days, lastDay, kind) => {
    const week = `${formatDay(lastDay)} දක්වා සතියේ`
    if (days === undefined)
      return kind === DEFAULT_KIND ? `${formatDay(lastDay)} දක්වා සතිය` : `${week} ${rateNames(kind)}`
    return `${week} ${RATE_NAMES[kind]}ක් ඇති දින ${days}`
  },
}

export const weekText: Translation<typeof English.weekText> = {
  title: 'පසුගිය අනුපාතික (දින 7)',
  failed: 'මෙම අනුපාතික පූරණය කළ නොහැකි විය.',
  caption: (kind, currency, lastDay) => `${formatDay(lastDay)} දක්වා සතියේ ${currency} ${ratesOf(kind)}`,
  none: (kind, lastDay) => `${formatDay(lastDay)} දක්වා දින හත තුළ ${rateNames(kind)} නැත.`,
  showNewest: (newest) => `${formatDay(newest)} දක්වා නවතම සතිය පෙන්වන්න`,
  noneBefore: 'ඊට පෙර අනුපාතික ද නැත.',
  missing: 'අනුපාතිකයක් නැති දින',
  bankHolidays: 'බැංකු නිවාඩු දින',
  bankHoliday: (name) => `බැංකු නිවාඩු දිනය: ${name}`,
  noHolidayList: (year) => `අනුපාතිකයක් නැත; ${year} බැංකු නිවාඩු දින ඇතුළත් කර නැත`,
  reasons: { weekend: 'සති අන්තය', 'not published': 'ප්‍රකාශයට පත් කර නැත', future: 'ඉදිරි දිනයකි' },
}

export const dayRatesText: Translation<typeof English.dayRatesText> = {
  date: 'දිනය',
  rate: 'විනිමය අනුපාතිකය (LKR)',
  change: 'වෙනස',
}
