import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/si/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/descriptions.ts'

export const descriptionsText: Translation<typeof English.descriptionsText> = {
  '/': `${listed(Object.values(CURRENCY_NAMES))} අද ශ්‍රී ලංකා රුපියල්වලින්.`,
  '/rates': `ඕනෑම දිනයක ${listed(CURRENCIES)} ශ්‍රී ලංකා රුපියල්වලින්, ඊට පෙර සතිය සහ සෑම අනුපාතිකයකම මූලාශ්‍රය සමඟ.`,
  '/rates/:currency': 'මුදල් වර්ගයක අනුපාතිකය, ඉතිහාසය සහ පරිවර්තකය ශ්‍රී ලංකා රුපියල්වලින්.',
  '/rates/:currency/:date': 'එක් දිනයක අනුපාතිකය ශ්‍රී ලංකා රුපියල්වලින්, එහි මූලාශ්‍රය සහ එය ඇති වූ ආකාරය සමඟ.',
  '/periods/:currency': 'මාසයක, කාර්තුවක, වර්ෂයක හෝ තක්සේරු වර්ෂයක අවසන් සහ සාමාන්‍ය අනුපාතික ශ්‍රී ලංකා රුපියල්වලින්.',
  '/login': 'ඔබේ ඊමේල් ලිපිනයට එවන කේතයකින් පිවිසෙන්න.',
  '/register': 'විනිමය අනුපාතික ඇතුළත් කර සමාලෝචනය කිරීමට ගිණුමක් සාදන්න.',
  '/alerts':
    'ශ්‍රී ලංකා රුපියල් අනුපාතිකයක් යම් අගයක් පසු කළ විට, වෙනස් වූ විට, ප්‍රකාශයට පත් කළ විට හෝ නිවැරදි කළ විට, නැතහොත් දවසේ අනුපාතික සමඟ ඊමේල් පණිවුඩයක්.',
}
