import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/converter.ts'

export const converterText: Translation<typeof English.converterText> = {
  title: 'நாணய மாற்றி',
  amount: (unit) => `தொகை (${unit})`,
  currency: 'நாணயம்',
  day: 'நாள்',
  direction: 'திசை',
  fromTo: (from, to) => `${from} இலிருந்து ${to}`,
  convert: 'மாற்றுக',
  swap: 'இடமாற்றுக',
  copy: 'நகலெடுக்க',
  copied: 'நகலெடுக்கப்பட்டது',
  copyResult: ' (முடிவு)',
  share: 'பகிர்க',
  linkCopied: 'இணைப்பு நகலெடுக்கப்பட்டது',
  clipboardClosed: 'இந்த உலாவியில் இங்கிருந்து நகலெடுக்க முடியாது. முடிவைத் தெரிவு செய்து நீங்களே நகலெடுக்கவும்.',
  errors: {
    'not an amount': '0 ஐ விட அதிகமான, 4 தசம தானங்களுக்கு மேற்படாத தொகையை உள்ளிடவும். உதாரணம்: 12,500.00.',
    'which dollar': 'எந்த டொலர்? தொகைக்கு முன் USD, AUD அல்லது CAD என எழுதவும்.',
  },
  ambiguous: (typed, larger, smaller) =>
    `“${typed}” என்பது ${larger} அல்லது ${smaller} ஆக இருக்கலாம். இவற்றில் ஒன்றைப் போல் எழுதவும்.`,
  otherCurrency: (named, own) => `இந்தத் தொகை ${named} இல் உள்ளது; இப்பக்கம் ${own} ஐ மாற்றுகிறது.`,
  rate: (currency, rate) => `1 ${currency} = ${rate} LKR`,
  inverse: (rate, currency) => `1 LKR = ${rate} ${currency}`,
  by: (rate, day, source) => `${day} ${rate}, ${source}.`,
}
