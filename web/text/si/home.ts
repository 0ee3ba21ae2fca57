import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/home.ts'

export const homeText: Translation<typeof English.homeText> = {
  accountClosed: 'ඔබේ ගිණුම වසා ඔබේ පුද්ගලික දත්ත මකා දමා ඇත.',
  title: 'විදේශ විනිමය',
  lead: 'ඩොලරයක හෝ පවුමක වටිනාකම ශ්‍රී ලංකා රුපියල්වලින්: අද, ඕනෑම දිනයක, සහ එය ප්‍රකාශ කළේ කවුරුන් ද යන්න.',
  rates: 'රුපියල්වලින් අනුපාතික',
  source: (name) => `මූලාශ්‍රය: ${name}`,
  viewRates: 'අනුපාතික බලන්න',
  change: 'වෙනස: ',
  manage: 'ඇතුළත් කිරීම සහ සමාලෝචනය',
  manageSteps: [
    'පසුගිය දින 90න් ඕනෑම දිනයක අනුපාතිකය අතින් ඇතුළත් කරන්න.',
    'ඇතුළත් කිරීමක් මකා, නැවත ලබාගන්න.',
    'කවුරුන් කුමක් කවදා වෙනස් කළේ දැයි විගණන සටහනෙන් බලන්න.',
  ],
  manageRates: 'අනුපාතික කළමනාකරණය',
  loginToManage: 'කළමනාකරණයට පිවිසෙන්න',
}

export const notFoundText: Translation<typeof English.notFoundText> = {
  title: 'පිටුව හමු නොවීය',
  lead: 'මෙම ලිපිනයේ කිසිවක් නැත. එය වැරදි ලෙස ලියා ඇති බව හෝ එහි තිබූ දේ ඉවත් කර ඇති බව විය හැක.',
  viewRates: 'අනුපාතික බලන්න',
  home: 'මුල් පිටුව',
  published: 'රුපියල් අනුපාතික ප්‍රකාශයට පත් කරන මුදල් වර්ග',
}
