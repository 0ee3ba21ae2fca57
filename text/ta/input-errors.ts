import { isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY } from '../../domain/currency.ts'
import { MAX_NAME_LENGTH } from '../../domain/identity/user-name.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { sentenceFrom, type InputErrorSentences } from '../input-error-sentence.ts'
import { formatDay } from './days.ts'

const day = (text: string) => (isCalendarDate(text) ? formatDay(text) : text)
const atMost = (most: string) => `${most} எழுத்துகளுக்கு மேற்படக் கூடாது.`

const SENTENCES: InputErrorSentences = {
  'impossible character': () => 'U+0000 மற்றும் தனித்த surrogate எழுத்துகளை இங்கு பயன்படுத்த முடியாது.',
  'date form': () => 'திகதியை YYYY-MM-DD என எழுதவும்.',
  'date missing': () => 'திகதியை உள்ளிடவும்.',
  'no such date': () => 'இருக்கும் ஒரு திகதியை YYYY-MM-DD என எழுதவும். உதாரணம்: 2026-09-29.',
  'month form': () => 'மாதத்தை 1901-01 முதல் 2998-12 வரை YYYY-MM என எழுதவும். உதாரணம்: 2025-04.',
  'date after today': (today) => `திகதி இன்றைக்குப் (${day(today)}) பிந்தியதாக இருக்கக் கூடாது.`,
  'date too early': (earliest) => `திகதி கடந்த 90 நாட்களுக்குள் இருக்க வேண்டும்: ${day(earliest)} அல்லது அதற்குப் பின்.`,
  'currency unknown': () => `நாணயம் ${CURRENCIES.join(', ')} ஆகியவற்றில் ஒன்றாக இருக்க வேண்டும்.`,
  'currency missing': () => `நாணயத்தைத் தெரிவு செய்யவும்: ${CURRENCIES.join(', ')}.`,
  'kind unknown': () => `வகை ${RATE_KINDS.join(', ')} ஆகியவற்றில் ஒன்றாக இருக்க வேண்டும்.`,
  'kind or all': () => `வகை ${RATE_KINDS.join(', ')} அல்லது all ஆக இருக்க வேண்டும்.`,
  'currencies differ': () => 'base_currency, currency இரண்டும் தரப்பட்டால் அவை ஒன்றாக இருக்க வேண்டும்.',
  'target currency': () => `இலக்கு நாணயம் ${TARGET_CURRENCY} மட்டுமே.`,
  'rate missing': () => 'வீதத்தை உள்ளிடவும்.',
  'rate not a number': () => 'வீதம் ஓர் எண்ணாக இருக்க வேண்டும். உதாரணம்: 301.25.',
  'rate not above zero': () => 'வீதம் 0 ஐ விட அதிகமாக இருக்க வேண்டும்.',
  'rate too large': () => 'வீதம் 99999999.9999 க்கு மேற்படக் கூடாது.',
  'rate too many decimals': () => 'வீதத்தில் 4 தசம தானங்களுக்கு மேல் இருக்கக் கூடாது.',
  'id form': () => 'இலக்கம் 15 இலக்கங்களுக்கு மேற்படாத முழு எண்ணாக இருக்க வேண்டும்.',
  count: (name, most) => `${name} 1 முதல் ${most} வரையான முழு எண்ணாக இருக்க வேண்டும்.`,
  'not an age': () => 'max_age 0 முதல் 30 வரையான வங்கி நாட்களின் முழு எண்ணாக இருக்க வேண்டும்.',
  'not an instant': (name) => `${name} UTC நேரமாக இருக்க வேண்டும். உதாரணம்: 2026-09-29T10:00:00Z.`,
  'not a version': (name) => `${name} ஒரு பதிப்பாக இருக்க வேண்டும்.`,
  choice: (name, choices) => `${name}: ${choices}.`,
  'text too long': atMost,
  'reason too long': (most) => `காரணம் ${atMost(most)}`,
  'source missing': () => 'பட்டியல் வெளியான இடத்தைக் குறிப்பிடவும்.',
  'source too long': (most) => `மூலம் ${atMost(most)}`,
  'holiday name too long': (most) => `பெயர் ${atMost(most)}`,
  'changes count': (most) => `ஒரு கோரிக்கையில் 1 முதல் ${most} வரையான மாற்றங்கள் இருக்கலாம்.`,
  'rows missing': () => 'வரிகள் உரையாக வர வேண்டும்.',
  'gazette missing': () => 'வர்த்தமானியின் இலக்கத்தை உள்ளிடவும்.',
  'gazette too long': (most) => `வர்த்தமானியின் இலக்கம் ${atMost(most)}`,
  'document form': (most) => `முகவரி https:// அல்லது http:// எனத் தொடங்க வேண்டும்; ${atMost(most)}`,
  'week ends before it begins': () => 'இறுதி நாள் முதல் நாளுக்கு முந்தியதாக இருக்கக் கூடாது.',
  'week too long': (mostDays) => `ஓர் அட்டவணை ${mostDays} நாட்களுக்கு மேற்படக் கூடாது.`,
  'email missing': () => 'மின்னஞ்சல் முகவரியை உள்ளிடவும்.',
  'email form': () => 'சரியான மின்னஞ்சல் முகவரியை உள்ளிடவும். உதாரணம்: nimal@example.lk.',
  'name empty': () => 'உங்கள் பெயரை உள்ளிடவும்.',
  'name too long': () => `பெயர் ${atMost(String(MAX_NAME_LENGTH))}`,
  'name invisible': () =>
    'பெயரில் மறைவான அல்லது கட்டுப்பாட்டு எழுத்துகள் இருக்கக் கூடாது. ஒட்டுவதற்குப் பதிலாக மீண்டும் தட்டச்சு செய்யவும்.',
  'name no letter': () => 'பெயரில் ஓர் எழுத்தாவது இருக்க வேண்டும்.',
  'name reserved': () => 'இந்தப் பெயர் ஒதுக்கப்பட்டது. உங்கள் சொந்தப் பெயரை உள்ளிடவும்.',
  'code missing': () => '6 இலக்கக் குறியீட்டை உள்ளிடவும்.',
  'code form': () => 'குறியீட்டில் 6 இலக்கங்கள் இருக்க வேண்டும்.',
  'link missing': () => 'இணைப்பில் டோக்கன் இல்லை.',
  'link form': () => 'இது செல்லுபடியாகும் டோக்கன் அல்ல.',
  'token scope': () => 'அனுமதி read அல்லது write ஆக இருக்க வேண்டும்.',
  'token life': (mostDays) => `1 முதல் ${mostDays} வரையான நாட்களை முழு எண்ணாக உள்ளிடவும்.`,
  'token name missing': () => 'டோக்கனுக்கு ஒரு பெயர் இடவும்.',
  'token name too long': (most) => `பெயர் ${atMost(most)}`,
  'token name characters': () => 'பெயரில் கட்டுப்பாட்டு எழுத்துகள் இருக்கக் கூடாது.',
  columns: () =>
    'ஒரு நிரல் திகதியாகவும், ஒன்று ஒவ்வொரு வரியின் வீதமாகவும் அல்லது சில ஒவ்வொரு நாணயத்தின் வீதங்களாகவும் இருக்க வேண்டும்.',
  'row without currency': () => 'நாணயம் குறிப்பிடப்படவில்லை.',
  'row currency': (named) =>
    `“${named}” அறியப்படாத நாணயம். ${CURRENCIES.join(', ')} ஆகியவற்றில் ஒன்றைப் பயன்படுத்தவும்.`,
  'row kind': (named) => `“${named}” அறியப்படாத வகை. ${RATE_KINDS.join(', ')} ஆகியவற்றில் ஒன்றைப் பயன்படுத்தவும்.`,
  'row without rate': () => 'வீதம் இல்லை.',
  'row rate ambiguous': (given) =>
    `${given} என்பது ${given.replace(',', '')} அல்லது ${given.replace(',', '.')} ஆக இருக்கலாம்: காற்புள்ளி இன்றி எழுதவும்.`,
  'row unknown value': (given) => `“${given}” அறியப்படாத பெறுமதி. ஒரு வரியில் திகதி, நாணயம், வீதம் ஆகியன உள்ளன.`,
  'row without date': () => 'திகதி இல்லை.',
  'row date ambiguous': (given) =>
    `${given} இரு நாட்களைக் குறிக்கலாம்: முதலில் வருவது நாளா மாதமா எனக் குறிப்பிடவும்.`,
  'row no such day': (given) => `${given} நாட்காட்டியில் இல்லாத நாள்.`,
  'row short year': (given) => `${given}: ஆண்டை நான்கு இலக்கங்களில் எழுதவும்.`,
  'row no date': (given) => `“${given}” 2026-11-20 அல்லது 20 Nov 2026 போன்ற திகதி அல்ல.`,
}

export const inputErrorSentence = sentenceFrom(SENTENCES)
