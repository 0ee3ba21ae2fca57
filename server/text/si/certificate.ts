import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/certificate.ts'

export { formatDay, formatWeekdayAndDay } from '../../../text/si/days.ts'
export { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../../text/si/names.ts'
export { shownUser } from '../../../text/si/shown-user.ts'

export const certificateText: Translation<typeof English.certificateText> = {
  title: 'විනිමය අනුපාතික සහතිකය',
  issuer: 'නිකුත් කළේ',
  issued: 'නිකුත් කළ වේලාව',
  rate: (currency, rate) => `1 ${currency} = ${rate} LKR`,
  currency: 'මුදල් වර්ගය',
  kind: 'අනුපාතික වර්ගය',
  day: 'දිනය',
  source: 'මූලාශ්‍රය',
  enteredBy: 'ඇතුළත් කළේ',
  entered: 'ඇතුළත් කළ වේලාව',
  fetched: 'ලබාගත් වේලාව',
  effect: 'බලපවත්වන දින',
  span: (first, last) => `${first} සිට ${last} දක්වා`,
  gazette: 'ගැසට් පත්‍රය',
  knownOn: 'දැන සිටි වේලාව',
  entry: 'විගණන සටහන',
  number: (id) => `අංක ${id}`,
  hash: 'හෑෂ් අගය (SHA-256)',
  noEntry: 'මෙම අනුපාතිකයට විගණන සටහනක් නැත.',
  address: 'ලිපිනය',
  time: (time) => `${time} (ශ්‍රී ලංකාව, UTC+5:30)`,
  code: (address) => `QR කේතය: ${address}`,
  check:
    'කේතය මෙම අනුපාතිකය, එහි මූලාශ්‍රය, වෙනස්කම් සහ ඒවායේ විගණන සටහන්වල අංක හා හෑෂ් අගයන් වෙත යොමු කරයි. හෑෂ් අගය එම සටහන සහ ඊට පෙර සියලු සටහන් එකට බඳියි: ඉන් එකක් හෝ වෙනස් කළහොත් මිස එය වෙනස් නොවේ.',
  print: 'මුද්‍රණය කරන්න',
}
