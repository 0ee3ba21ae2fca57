import { ANONYMOUS_USER, MAX_NAME_LENGTH } from './account.ts'
import { publishers } from '../series.ts'
import { RATE_FEEDS } from '../rate-precedence.ts'

type NameError = 'empty' | 'too long' | 'invisible' | 'no letter' | 'reserved'

export const RESERVED_NAMES = [
  ...RATE_FEEDS,
  'Central Bank of Sri Lanka',
  'Frankfurter',
  'Market rate',
  'Market mid',
  ANONYMOUS_USER,
  ...['a former user', 'former user', 'operator', 'system', 'administrator', 'admin'],
  ...['ලියාපදිංචි පරිශීලකයෙකු', 'හිටපු පරිශීලකයෙකු', 'ක්‍රියාකරු', 'පද්ධතිය', 'පරිපාලක'],
  ...['பதிவு செய்த பயனர்', 'முன்னாள் பயனர்', 'முன்னாள் பயனர் ஒருவர்'],
  ...['இயக்குநர்', 'அமைப்பு', 'நிர்வாகி'],
  ...['BOC', 'HNB', 'NSB', 'NDB', 'NTB', 'DFCC', 'HSBC', 'Standard Chartered', 'Citi'],
]
const BANK = 'bank'
const BANK_IN_SCRIPT = /බැංකු|வங்கி/u

let configuredNames: readonly string[] = []

export function reserveNames(names: readonly string[]): void {
  configuredNames = names
}

export function nameError(text: string): NameError | undefined {
  const name = text.trim()
  if (name === '') return 'empty'
  if (name.length > MAX_NAME_LENGTH) return 'too long'
  if (hasInvisible(name)) return 'invisible'
  if (!/\p{L}/u.test(name)) return 'no letter'
  const readings = [name, withoutNumber(name)]
  const banks = publishers().map(({ name }) => name)
  const reserved = [...RESERVED_NAMES, ...configuredNames, ...banks]
  const isReserved = isOfBank(name) || readings.some((each) => isLikeName(each, reserved))
  return isReserved ? 'reserved' : undefined
}

const withoutNumber = (name: string) => name.replace(/\p{N}/gu, '')

function isOfBank(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u)
  return (
    words.some((word) => skeletonOf(word) === skeletonOf(BANK)) ||
    BANK_IN_SCRIPT.test(name.normalize('NFC'))
  )
}

/** Ignores case, spaces, punctuation, accents and look-alike letters. */
export function isLikeName(name: string, takenNames: readonly string[]): boolean {
  const skeleton = skeletonOf(name)
  return takenNames
    .map(skeletonOf)
    .some(
      (other) =>
        other !== '' && (skeleton === other || (other.length > 12 && skeleton.includes(other))),
    )
}

/** Sinhala conjuncts need the zero-width joiner. */
function hasInvisible(name: string): boolean {
  const rest = name.replace(/\u0dca\u200d(?=[\u0d9a-\u0dc6])/g, '')
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(rest)
}

/** Unicode TR 39. */
const LOOK_ALIKES = new Map(
  'aаα bв cсϲ dԁ eеε hнһ il1|іιӏ jј kкκ mмμ nηп o0оοσ pрρ rг sѕ tтτ uυ vν xхχ yуγ'
    .split(' ')
    .flatMap(([latin = '', ...lookAlikes]) => lookAlikes.map((other) => [other, latin])),
)

function skeletonOf(name: string): string {
  return Array.from(
    name.normalize('NFKD').toLowerCase(),
    (character) => LOOK_ALIKES.get(character) ?? character,
  )
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
