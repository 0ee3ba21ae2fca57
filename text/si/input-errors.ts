import { isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY } from '../../domain/currency.ts'
import { MAX_NAME_LENGTH } from '../../domain/identity/user-name.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { sentenceFrom, type InputErrorSentences } from '../input-error-sentence.ts'
import { formatDay } from './days.ts'

const day = (text: string) => (isCalendarDate(text) ? formatDay(text) : text)
const atMost = (most: string) => `අකුරු ${most}කට වඩා වැඩි විය නොහැක.`

const SENTENCES: InputErrorSentences = {
  'impossible character': () => 'U+0000 සහ තනි surrogate අකුරු මෙහි භාවිත කළ නොහැක.',
  'date form': () => 'දිනය YYYY-MM-DD ලෙස ලියන්න.',
  'date missing': () => 'දිනය ඇතුළත් කරන්න.',
  'no such date': () => 'පවතින දිනයක් YYYY-MM-DD ලෙස ලියන්න. උදා: 2026-09-29.',
  'month form': () => 'මාසය 1901-01 සිට 2998-12 දක්වා YYYY-MM ලෙස ලියන්න. උදා: 2025-04.',
  'date after today': (today) => `දිනය අදට (${day(today)}) පසු දිනයක් විය නොහැක.`,
  'date too early': (earliest) => `දිනය පසුගිය දින 90 තුළ විය යුතුය: ${day(earliest)} හෝ ඊට පසු.`,
  'currency unknown': () => `මුදල් වර්ගය ${CURRENCIES.join(', ')} අතරින් එකක් විය යුතුය.`,
  'currency missing': () => `මුදල් වර්ගයක් තෝරන්න: ${CURRENCIES.join(', ')}.`,
  'kind unknown': () => `වර්ගය ${RATE_KINDS.join(', ')} අතරින් එකක් විය යුතුය.`,
  'kind or all': () => `වර්ගය ${RATE_KINDS.join(', ')} හෝ all විය යුතුය.`,
  'currencies differ': () => 'base_currency සහ currency දෙකම දී ඇත්නම් ඒවා එකම විය යුතුය.',
  'target currency': () => `ඉලක්ක මුදල් වර්ගය ${TARGET_CURRENCY} පමණි.`,
  'rate missing': () => 'අනුපාතිකය ඇතුළත් කරන්න.',
  'rate not a number': () => 'අනුපාතිකය සංඛ්‍යාවක් විය යුතුය. උදා: 301.25.',
  'rate not above zero': () => 'අනුපාතිකය 0ට වඩා වැඩි විය යුතුය.',
  'rate too large': () => 'අනුපාතිකය 99999999.9999ට වඩා වැඩි විය නොහැක.',
  'rate too many decimals': () => 'අනුපාතිකයට දශම ස්ථාන 4කට වඩා තිබිය නොහැක.',
  'id form': () => 'අංකය ඉලක්කම් 15කට නොවැඩි පූර්ණ සංඛ්‍යාවක් විය යුතුය.',
  count: (name, most) => `${name} 1 සිට ${most} දක්වා පූර්ණ සංඛ්‍යාවක් විය යුතුය.`,
  'not an age': () => 'max_age බැංකු දින 0 සිට 30 දක්වා පූර්ණ සංඛ්‍යාවක් විය යුතුය.',
  'not an instant': (name) => `${name} UTC වේලාවක් විය යුතුය. උදා: 2026-09-29T10:00:00Z.`,
  'not a version': (name) => `${name} අනුවාදයක් විය යුතුය.`,
  choice: (name, choices) => `${name}: ${choices}.`,
  'text too long': atMost,
  'reason too long': (most) => `හේතුවේ ${atMost(most)}`,
  'source missing': () => 'ලැයිස්තුව පළ වී ඇති ස්ථානය සඳහන් කරන්න.',
  'source too long': (most) => `මූලාශ්‍රයේ ${atMost(most)}`,
  'holiday name too long': (most) => `නමේ ${atMost(most)}`,
  'changes count': (most) => `ඉල්ලීමක වෙනස්කම් 1 සිට ${most} දක්වා තිබිය හැක.`,
  'rows missing': () => 'පේළි පෙළ ලෙස ලැබිය යුතුය.',
  'gazette missing': () => 'ගැසට් පත්‍රයේ අංකය ඇතුළත් කරන්න.',
  'gazette too long': (most) => `ගැසට් අංකයේ ${atMost(most)}`,
  'document form': (most) => `ලිපිනය https:// හෝ http:// ලෙස ආරම්භ විය යුතු අතර ${atMost(most)}`,
  'week ends before it begins': () => 'අවසාන දිනය පළමු දිනයට පෙර විය නොහැක.',
  'week too long': (mostDays) => `උපලේඛනයක් දින ${mostDays}කට වඩා දිගු විය නොහැක.`,
  'email missing': () => 'ඊමේල් ලිපිනයක් ඇතුළත් කරන්න.',
  'email form': () => 'නිවැරදි ඊමේල් ලිපිනයක් ඇතුළත් කරන්න. උදා: nimal@example.lk.',
  'name empty': () => 'ඔබේ නම ඇතුළත් කරන්න.',
  'name too long': () => `නමේ ${atMost(String(MAX_NAME_LENGTH))}`,
  'name invisible': () => 'නමක නොපෙනෙන අකුරු හෝ පාලන අකුරු තිබිය නොහැක. අලවනවා වෙනුවට නැවත ටයිප් කරන්න.',
  'name no letter': () => 'නමක අකුරක් තිබිය යුතුය.',
  'name reserved': () => 'මෙම නම වෙන් කර ඇත. ඔබේම නම ඇතුළත් කරන්න.',
  'code missing': () => 'ඉලක්කම් 6ක කේතය ඇතුළත් කරන්න.',
  'code form': () => 'කේතයේ ඉලක්කම් 6ක් තිබිය යුතුය.',
  'link missing': () => 'සබැඳියේ ටෝකනය නැත.',
  'link form': () => 'මෙය වලංගු ටෝකනයක් නොවේ.',
  'token scope': () => 'අවසරය read හෝ write විය යුතුය.',
  'token life': (mostDays) => `දින ගණන 1 සිට ${mostDays} දක්වා පූර්ණ සංඛ්‍යාවක් ලෙස ඇතුළත් කරන්න.`,
  'token name missing': () => 'ටෝකනයට නමක් දෙන්න.',
  'token name too long': (most) => `නමේ ${atMost(most)}`,
  'token name characters': () => 'නමක පාලන අකුරු තිබිය නොහැක.',
  columns: () => 'එක් තීරුවක් දිනය විය යුතු අතර, එකක් සෑම පේළියකම අනුපාතිකය හෝ සමහරක් එක් එක් මුදල් වර්ගයේ අනුපාතික විය යුතුය.',
  'row without currency': () => 'මුදල් වර්ගයක් සඳහන් කර නැත.',
  'row currency': (named) => `“${named}” නොදන්නා මුදල් වර්ගයකි. ${CURRENCIES.join(', ')} අතරින් එකක් භාවිත කරන්න.`,
  'row kind': (named) => `“${named}” නොදන්නා වර්ගයකි. ${RATE_KINDS.join(', ')} අතරින් එකක් භාවිත කරන්න.`,
  'row without rate': () => 'අනුපාතිකයක් නැත.',
  'row rate ambiguous': (given) =>
    `${given} යනු ${given.replace(',', '')} හෝ ${given.replace(',', '.')} විය හැක: කොමාව නොමැතිව ලියන්න.`,
  'row unknown value': (given) => `“${given}” හඳුනාගත නොහැක. පේළියක දිනයක්, මුදල් වර්ගයක් සහ අනුපාතිකයක් තිබේ.`,
  'row without date': () => 'දිනයක් නැත.',
  'row date ambiguous': (given) => `${given} දින දෙකක් විය හැක: මුලින් ඇත්තේ දිනය ද මාසය ද යන්න සඳහන් කරන්න.`,
  'row no such day': (given) => `${given} දින දර්ශනයේ නැති දිනයකි.`,
  'row short year': (given) => `${given}: වර්ෂය ඉලක්කම් හතරකින් ලියන්න.`,
  'row no date': (given) => `“${given}” 2026-11-20 හෝ 20 Nov 2026 වැනි දිනයක් නොවේ.`,
}

export const inputErrorSentence = sentenceFrom(SENTENCES)
