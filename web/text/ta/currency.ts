import { KIND_NAMES } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/currency.ts'

export const currencyText: Translation<typeof English.currencyText> = {
  lead: (name) => `ஒரு ${name} இலங்கை ரூபாவில்: அதன் வீதம், வரலாறு மற்றும் ஒரு தொகையின் பெறுமதி.`,
  currencies: 'நாணயங்கள்',
  inRupees: (currency, kind) => `1 ${currency} ரூபாவில்${kind ? `, ${KIND_NAMES[kind]}` : ''}`,
  newestUpTo: (day) => `${day} வரையான புதிய வீதம்.`,
  cite: 'இந்த வீதத்தை மேற்கோள் காட்டுக',
  newest: 'புதிய வீதம்',
}

export const historyText: Translation<typeof English.historyText> = {
  title: 'வரலாறு',
  failed: 'இந்த வரலாற்றை ஏற்ற முடியவில்லை.',
  days: (count, rate) => `${rate} உள்ள ${count} ${count === 1 ? 'நாள்' : 'நாட்கள்'}.`,
  source: (name) => `வேறு மூலம் குறிப்பிடப்படாத இடத்து மூலம்: ${name}.`,
  download: 'பதிவிறக்குக:',
  or: 'அல்லது',
  periods: 'மாதங்கள், ஆண்டுகளின் இறுதி மற்றும் சராசரி வீதங்கள்',
  nothingSince: (rates, day) => `${day} முதல் ${rates} இல்லை.`,
  nothingBetween: (rates, from, to) => `${from} முதல் ${to} வரை ${rates} இல்லை.`,
  oldest: (day) => `அறியப்பட்ட முதல் வீதம் ${day} இனது.`,
  showAll: 'அனைத்து வீதங்களையும் காட்டுக',
  table: (rates, currency) => `${currency} ${rates}, புதியவை முதலில்`,
  more: (count) => `மேலும் ${count} காட்டுக`,
}

export const chartControlsText: Translation<typeof English.chartControlsText> = {
  period: 'காலம்',
  periods: {
    '7d': '7 நாள்',
    '30d': '30 நாள்',
    '90d': '90 நாள்',
    '1y': '1 ஆண்டு',
    '5y': '5 ஆண்டு',
    all: 'அனைத்தும்',
  },
  ownDays: 'நாட்களைத் தெரிவு செய்க',
  days: (from, to) => `${from} முதல் ${to} வரை`,
  firstDay: 'முதல் நாள்',
  lastDay: 'இறுதி நாள்',
  show: 'நாட்களைக் காட்டுக',
  view: 'வரைபடம்',
  views: { days: 'நாளாந்த', averages: 'மாதாந்த சராசரி', sides: 'TT கொள்வனவும் விற்பனையும்' },
  compare: 'ஒப்பிடுக',
  compareWith: (currency) => `${currency} உடன் ஒப்பிடுக`,
  compareNoMore: (currency) => `${currency} உடன் ஒப்பிடுவதை நிறுத்துக`,
}

export const chartText: Translation<typeof English.chartText> = {
  day: (rate) => `${rate}: நாள்`,
  dayRate: (day, rate) => `${day}: ${rate} ரூபா`,
  rateOn: (rate, day) => `${rate}, ${day}`,
  changeSince: (day) => `${day} முதல் மாற்றம்`,
  highest: 'உச்சம்',
  lowest: 'குறைந்தது',
  howToMeasure: 'ஒரு மாற்றத்தை அளவிட வரைபடத்தின் குறுக்கே இழுக்கவும், அல்லது இரு நாட்களைத் தெரிவு செய்யவும்.',
  measureFrom: (day) => `${day} முதலான மாற்றத்தை அளவிட மற்றொரு நாளைத் தெரிவு செய்யவும்.`,
  clear: 'அகற்றுக',
  change: (percent, rupees, from, to) => `${from} முதல் ${to} வரை ${percent} (${rupees})`,
  outside: (named, more) =>
    `அளவுத்திட்டத்திற்கு வெளியே, அதன் விளிம்பில் வரையப்பட்டவை: ${named}${more > 0 ? ` மற்றும் மேலும் ${more}` : ''}.`,
  notLoaded: 'இக்காட்சியை ஏற்ற முடியவில்லை. இணைப்பு கிடைத்ததும் இது தானாகத் திறக்கும்.',
  picture: 'வரைபடத்தைப் பதிவிறக்குக:',
  pictureFailed: 'படத்தை உருவாக்க முடியவில்லை.',
}
