import { DEFAULT_KIND } from '../../../domain/series.ts'
import { formatDay, formatWeekdayAndDay } from '../../../text/ta/days.ts'
import { rateNames, ratesOf, RATE_NAMES, seriesName } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/rates.ts'

export const ratesText: Translation<typeof English.ratesText> = {
  title: 'வெளிநாட்டு நாணயச் செலாவணி வீதங்கள்',
  lead: 'ஒரு வெளிநாட்டு நாணய அலகின் பெறுமதி இலங்கை ரூபாவில் (LKR).',
  date: 'திகதி',
  base: 'அடிப்படை நாணயம்',
  show: 'காட்டுக',
  fetching: 'வீதங்கள் பெறப்படுகின்றன…',
  afterToday: (today) => `இன்று (${formatDay(today)}) அல்லது அதற்கு முந்தைய நாளைத் தெரிவு செய்யவும்.`,
  unknownCurrency: (given, shown) => `“${given}” இற்கு வீதங்கள் இல்லை: இவை ${shown} வீதங்கள்.`,
  unknownDay: (given) => `“${given}” இற்கு வீதங்கள் இல்லை: இவை இன்றைய வீதங்கள்.`,
  changed: (series, date, rate) => `${formatDay(date)} ${seriesName(series)}: ${rate ?? 'வீதம் நீக்கப்பட்டது'}`,
}

export const boardText: Translation<typeof English.boardText> = {
  title: 'அனைத்து நாணயங்கள்',
  average: (rate) => `சராசரி ${rate}`,
}

export const rateSummaryText: Translation<typeof English.rateSummaryText> = {
  chartAndConverter: 'வரைபடமும் நாணய மாற்றியும்',
  caption: 'தற்போதைய வீதமும் வாராந்த சராசரியும்',
  currency: 'நாணயம்',
  current: 'தற்போதைய வீதம் (LKR)',
  average: 'வாராந்த சராசரி',
  kind: 'வகை',
  rateOf: 'வீதத்தின் நாள்',
  source: 'மூலம்',
  averageOf: 'சராசரியின் காலம்',
  day: formatWeekdayAndDay,
  newestUpTo: (date) => `, ${formatDay(date)} வரையான புதிய வீதம்`,
  averagedDays: (days, lastDay, kind) => {
    const week = `${formatDay(lastDay)} வரையான வாரம்`
    if (days === undefined) return kind === DEFAULT_KIND ? week : `${week}: ${rateNames(kind)}`
    return `${formatDay(lastDay)} வரையான வாரத்தில் ${RATE_NAMES[kind]} உள்ள ${days} ${days === 1 ? 'நாள்' : 'நாட்கள்'}`
  },
}

export const weekText: Translation<typeof English.weekText> = {
  title: 'கடந்த வீதங்கள் (7 நாட்கள்)',
  failed: 'இந்த வீதங்களை ஏற்ற முடியவில்லை.',
  caption: (kind, currency, lastDay) => `${formatDay(lastDay)} வரையான வாரத்தின் ${currency} ${ratesOf(kind)}`,
  none: (kind, lastDay) => `${formatDay(lastDay)} வரையான ஏழு நாட்களில் ${rateNames(kind)} இல்லை.`,
  showNewest: (newest) => `${formatDay(newest)} வரையான புதிய வாரத்தைக் காட்டுக`,
  noneBefore: 'அதற்கு முன்னரும் வீதங்கள் இல்லை.',
  missing: 'வீதம் இல்லாத நாட்கள்',
  bankHolidays: 'வங்கி விடுமுறை தினங்கள்',
  bankHoliday: (name) => `வங்கி விடுமுறை தினம்: ${name}`,
  noHolidayList: (year) => `வீதம் இல்லை; ${year} இன் வங்கி விடுமுறை தினங்கள் உள்ளிடப்படவில்லை`,
  reasons: { weekend: 'வார இறுதி', 'not published': 'வெளியிடப்படவில்லை', future: 'எதிர்கால நாள்' },
}

export const dayRatesText: Translation<typeof English.dayRatesText> = {
  date: 'திகதி',
  rate: 'செலாவணி வீதம் (LKR)',
  change: 'மாற்றம்',
}
