import { monthName } from '../../../text/si/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/chart-layers.ts'

export const chartLayersText: Translation<typeof English.chartLayersText> = {
  average: (month, rate) => `${month.slice(0, 4)} ${monthName(month)} සාමාන්‍යය: ${rate}`,
  averages: 'මාසයක අනුපාතිකයක් ඇති සියලු දිනවල සාමාන්‍යය',
  sides: 'TT ගැනුම් සහ TT විකුණුම් අතර',
  noSides: 'මෙම දිනයට TT ගැනුම් සහ විකුණුම් අනුපාතික නැත',
  noSidesAtAll: 'TT ගැනුම් සහ TT විකුණුම් අනුපාතික දෙකම ඇති දිනයක් මෙහි නැත.',
  loading: (currencies) => `${currencies} පූරණය වෙමින්…`,
  noCommonDay: 'මෙම මුදල් වර්ග සියල්ලටම අනුපාතිකයක් ඇති දිනයක් මෙහි නැත.',
  changeSince: (since, day) => `${since} සිට ${day} දක්වා වෙනස`,
  changesOn: (day, changes, since) => `${day}: ${since} සිට ${changes}`,
  changes: (changes, from, to) => `${from} සිට ${to} දක්වා ${changes}`,
  dayOfComparison: 'සැසඳීමේ දිනය',
}
