import type { PeriodUnit } from '../../../domain/period.ts'
import { formatDay } from '../../../text/si/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/periods.ts'

const THIS_PERIOD: Readonly<Record<PeriodUnit, string>> = {
  month: 'මාසයේ',
  quarter: 'කාර්තුවේ',
  year: 'වර්ෂයේ',
  'tax-year': 'තක්සේරු වර්ෂයේ',
}

export const PERIODS_TEXT: Translation<typeof English.PERIODS_TEXT> = {
  heading: (name) => `${name}: අවසන් සහ සාමාන්‍ය අනුපාතික`,
  lead: 'මාසයක්, කාර්තුවක්, වර්ෂයක් හෝ තක්සේරු වර්ෂයක් අවසන් වන අගය, ඒකකයකට ශ්‍රී ලංකා රුපියල්වලින්.',
  currencies: 'මුදල් වර්ග',
  unitsLabel: 'කාල සීමාව',
  units: { month: 'මාස', quarter: 'කාර්තු', year: 'වර්ෂ', 'tax-year': 'තක්සේරු වර්ෂ' },
  kind: 'අනුපාතික වර්ගය',
  from: 'පළමු මාසය',
  to: 'අවසාන මාසය',
  monthHint: 'උදා: 2025-04',
  show: 'පෙන්වන්න',
  caption: (currency, unit) => `${currency}: ${unit}`,
  taxYear: 'තක්සේරු වර්ෂය අප්‍රේල් 1 සිට මාර්තු 31 දක්වා වේ.',
  columns: {
    period: 'කාල සීමාව',
    opening: 'ආරම්භක',
    closing: 'අවසන්',
    averagePublished: 'ප්‍රකාශිත දිනවල සාමාන්‍යය',
    averageCalendar: 'දින දර්ශන දිනවල සාමාන්‍යය',
    min: 'පහළම',
    max: 'ඉහළම',
  },
  publishedDays: (count) => `ප්‍රකාශිත දින ${count}`,
  calendarDays: (count) => `දින දර්ශන දින ${count}`,
  sealedFigure: (rate) => `තහවුරු කළ අගය ${rate}`,
  states: {
    sealed: (day) => `${formatDay(day)} දින තහවුරු කරන ලදී`,
    complete: 'සම්පූර්ණයි, තවම තහවුරු කර නැත',
    running: 'අද දක්වා',
    future: 'ආරම්භ වී නැත',
    partial: 'අනුපාතික ආරම්භ වන්නේ මේ තුළයි',
    'no rate': 'අනුපාතික නැත',
  },
  moved: (percent) => `${percent} %ක වෙනසක්`,
  movedFar: (percent, unit) =>
    `මෙම ${THIS_PERIOD[unit]} අනුපාතිකය ${percent} %කින් වෙනස් විය: සාමාන්‍යය එය හොඳින් නිරූපණය නොකරයි.`,
  corrected: (day, changed) => `${formatDay(day)} අනුපාතිකය ${formatDay(changed)} දින නිවැරදි කරන ලදී.`,
  differs: 'මෙම කාල සීමාව තහවුරු කිරීමෙන් පසු අනුපාතික නිවැරදි කර ඇත: වෙනස් වන සෑම අගයක්ම තහවුරු කළ අගය සමඟ පෙන්වයි.',
  differsOtherwise: 'එතැන් සිට කිසිදු අනුපාතිකයක් නිවැරදි කර නැත: අනුපාතික ලැබෙන්නේ වෙනත් මූලාශ්‍රයකිනි.',
  missing: (count) => `අනුපාතිකයක් නැති දින ${count}`,
  weekends: (count) => `සති අන්තවල ${count}`,
  missingDay: (day, reason) => `${formatDay(day)}: ${reason}`,
  empty: (currency) => `මෙම කාල සීමාවල ${currency} අනුපාතික නැත.`,
  howMade:
    'අවසන් අගය යනු අවසාන දිනයේ හෝ ඊට පෙර නවතම අනුපාතිකයයි; ආරම්භක අගය යනු පළමු දිනයට පෙර නවතම අනුපාතිකයයි. ' +
    'ප්‍රකාශිත දිනවල සාමාන්‍යයට ගණන් ගන්නේ තමාගේම අනුපාතිකයක් ඇති දින පමණි; දින දර්ශන දිනවල සාමාන්‍යයට සෑම දිනයක්ම එදින හෝ ' +
    'ඊට පෙර නවතම අනුපාතිකය සමඟ ගණන් ගනී. කාල සීමාව අවසන් වී බැංකු දින තුනකට පසු එහි අගයන් තහවුරු කෙරේ.',
  download: 'බාගන්න:',
  or: 'හෝ',
  failed: 'මෙම කාල සීමා පූරණය කළ නොහැකි විය.',
  rates: (currency) => `${currency} අනුපාතික`,
}
