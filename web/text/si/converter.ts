import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/converter.ts'

export const converterText: Translation<typeof English.converterText> = {
  title: 'පරිවර්තකය',
  amount: (unit) => `මුදල (${unit})`,
  currency: 'මුදල් වර්ගය',
  day: 'දිනය',
  direction: 'දිශාව',
  fromTo: (from, to) => `${from} සිට ${to}`,
  convert: 'පරිවර්තනය කරන්න',
  swap: 'මාරු කරන්න',
  copy: 'පිටපත් කරන්න',
  copied: 'පිටපත් කරන ලදී',
  copyResult: ' (ප්‍රතිඵලය)',
  share: 'බෙදාගන්න',
  linkCopied: 'සබැඳිය පිටපත් කරන ලදී',
  clipboardClosed: 'මෙම බ්‍රවුසරය පිටුවට පිටපත් කිරීමට ඉඩ නොදේ. ඒ වෙනුවට ප්‍රතිඵලය තෝරාගන්න.',
  errors: {
    'not an amount': '0ට වැඩි, දශම ස්ථාන 4කට නොවැඩි මුදලක් ඇතුළත් කරන්න. උදා: 12,500.00.',
    'which dollar': 'කුමන ඩොලරය ද? මුදලට පෙර USD, AUD හෝ CAD ලියන්න.',
  },
  ambiguous: (typed, larger, smaller) => `“${typed}” යනු ${larger} හෝ ${smaller} විය හැක. මෙයින් එකක් ලෙස ලියන්න.`,
  otherCurrency: (named, own) => `මෙම මුදල ${named} වලිනි; මෙම පිටුව ${own} පරිවර්තනය කරයි.`,
  rate: (currency, rate) => `1 ${currency} = ${rate} LKR`,
  inverse: (rate, currency) => `1 LKR = ${rate} ${currency}`,
  by: (rate, day, source) => `${day} දින ${rate} අනුව, ${source}.`,
}
