import type { Currency } from '../currency.ts'

/** What a column with numbers can hold that is no rupee rate of one unit, by the words over it. */
export type OtherFigure =
  | 'pair'
  | 'forward'
  | 'plan'
  | 'notes'
  | 'cheque'
  | 'units'
  | 'change'
  | 'statistic'
  | 'amount'
  | 'inverse'
  | 'trade'
  | 'other'

/** Matches any of some words, not within longer ones; each part has several between `|`. */
export const words = (...parts: readonly string[]) =>
  new RegExp(`(?<![a-z])(?:${parts.join('|')})(?![a-z])`, 'i')

/** Codes that are currencies of ISO 4217 and, in capitals, are hardly words of a heading. */
export const CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ARS AUD BBD BDT BGN BHD BND BRL BSD BTN CAD CHF CLP CNH CNY CZK DKK EGP EUR FJD ' +
    'GBP HKD HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KHR KRW KWD KYD LBP MMK MOP MUR MVR ' +
    'MXN MYR NGN NOK NPR NZD OMR PHP PKR PLN QAR RON RUB SAR SCR SDR SEK SGD THB TRY TWD TZS ' +
    'UAH UGX USD VND XAU XAG XCD ZAR ZMW'
  ).split(' '),
)

export const OUR_NAMES: readonly (readonly [RegExp, Currency])[] = [
  [
    /(?<![a-z])(?:u\.?s\.?(?:a\.?)?|american|united states(?: of america)?) ?(?:dollars?|\$)|(?<![a-z])dollars? ?\(us\)/gi,
    'USD',
  ],
  [/(?<![a-z])(?:austral[a-z]*(?: ?(?:dollars?|\$))?|au?\$)/gi, 'AUD'],
  [/(?<![a-z])(?:canad[a-z]*(?: ?(?:dollars?|\$))?|ca?\$)/gi, 'CAD'],
  [
    /(?<![a-z])(?:pounds? sterling|sterling(?: pounds?)?|(?:british|great britain|uk|u\.k\.) ?pounds?|pounds? ?\(uk\))(?![a-z])|£/gi,
    'GBP',
  ],
]
export const OTHER_NAMES = new RegExp(
  '[€¥₹]|(?<![a-z])(?:s|nz|hk|j|r|nt|b|fj)\\$|(?<![a-z])(?:euros?|yen|yuan|renminbi|rmb|francs?|dirhams?|dinars?|ri[yi]als?|kron[ae]r?|krone|ringgits?|baht|won|rand|rubles?|roubles?|pesos?|taka|rufiyaa?|lira|shillings?|(?:singapore|hong ' +
    '?kong|new zealand|jamaican?|brunei|fiji|taiwan|barbados|namibian?|bermuda|bahamas) ' +
    '?(?:dollars?|\\$)|(?:indian|pakistan[i]?|nepal(?:ese)?|mauriti(?:us|an)|seychelles) ' +
    'rupees?|(?:reserve bank of|bank of) india|nepal rastra bank|(?:egyptian|lebanese|falkland ' +
    'islands|gibraltar) pounds?)(?![a-z])',
  'gi',
)
export const RUPEES = /(?<![a-z])(?:lkr|slr|rs\.?|rupees?|sri lankan?)(?![a-z])|රුපියල්|ரூபாய்/gi

/** The words of the bank, in three languages. */
export const SIDES: readonly (readonly [RegExp, 'buying' | 'selling'])[] = [
  [
    /(?<![a-z])(?:buy(?:s|ing)?|buyers?|bids?|purchas(?:es?|ing)|ttb)(?![a-z])|(?:ගැනුම්|මිලදී ගැනීම|ගැනීම|வாங்க|வாங்கு|கொள்வனவு|கொள்முதல்)[\p{L}\p{M}]*/giu,
    'buying',
  ],
  [
    /(?<![a-z])(?:sell(?:s|ing)?|sales?|sellers?|asks?|offers?|tts)(?![a-z])|(?:විකුණුම්|විකිණුම්|විකිණීම|අලෙවි|விற்)[\p{L}\p{M}]*/giu,
    'selling',
  ],
]
/** Who buys what the bank sells. */
export const CUSTOMERS = words('customers?|clients?|you|your|importers?|exporters?')
export const TRANSFER =
  /(?<![a-z])(?:t\.?\/?t\.?[bs]?|telegraphic(?: transfers?)?|tele ?transfers?)(?![a-z])/gi
export const KINDS: readonly (readonly [RegExp, 'customs' | 'indicative'])[] = [
  [/(?<![a-z])customs(?![a-z])/gi, 'customs'],
  [/(?<![a-z])indicative(?![a-z])/gi, 'indicative'],
]

/** Words that leave a rate what it is. */
export const NEUTRAL =
  /(?<![\p{L}\d])(?:rates?|kurs|exchange|fx|forex|foreign|currenc(?:y|ies)|ccy|code|of|the|for|in|to|per|and|by|at|on|each|one|1(?:\.0+)?|units?|spot|mid(?:dle)?|official|reference|fixing|interbank|quot(?:es?|ed)|market|daily|today|actual|date|day|bank|banks|we|our|central bank|cbsl|(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?|type|kind|side|pair)(?![\p{L}\d])|(?:මිල|අනුපාත|විනිමය|விலை|விகித|நாணய|மாற்று)[\p{L}\p{M}\u200d]*/giu

type Figures = readonly (readonly [RegExp, OtherFigure])[]

/** Of the words over or beside a figure, those that say that it is no rate of one unit that day. */
export const FIGURES: Figures = [
  [
    words(
      'forwards?|fwds?|futures?|swaps?|options?|strike|calls?|puts?|ndf|outright|tom',
      'overnight|o/n|maturity|delivery|expiry|tenor',
    ),
    'forward',
  ],
  [/(?<![a-z\d])\d{1,2} ?-?(?:m|mths?|months?|w|wks?|weeks?|y|yrs?|years?)(?![a-z])/i, 'forward'],
  [
    /(?<![a-z])(?:budget(?:ed)?|forecasts?|targets?|plan(?:ned)?|project(?:ed|ion)|estimate[ds]?|assumed)/i,
    'plan',
  ],
  [words('(?:currency|foreign|bank) notes?|notes?|cash|counter|travell?ers?'), 'notes'],
  [words('cheques?|chq|checks?|drafts?|d/?d|o/?d|on demand|sight|bills?|collections?'), 'cheque'],
  [/(?<![a-z])per ?(?:10|100|1,?000|10,?000|hundred|thousand)(?![\d,])/i, 'units'],
  [/(?<![\d.,])(?:10|100|1,?000)(?: ?(?:units?|usd|aud|cad|gbp|\$|£)|$)/i, 'units'],
  [
    /(?<![a-z])(?:changes?|chg|diff(?:erence)?|spread|margin|variance|var|movement|vs|versus|premium|discount)(?![a-z])|%|per ?cent/i,
    'change',
  ],
  [
    words(
      'average|avg|mean|median|highe?s?t?|lowe?s?t?|min(?:imum)?|max(?:imum)?',
      'open(?:ing)?|clos(?:e|ing)|volume|std|prev(?:ious)?|yesterday',
      'last (?:week|month|year)',
    ),
    'statistic',
  ],
  [
    words(
      'amounts?|invoices?|values?(?! ?date)|qty|quantity|balances?|debit|credit|price',
      'cost|fees?|charges?|commission|tax|vat|total|equivalent|limit|exposure',
    ),
    'amount',
  ],
  [
    /(?<![a-z])(?:inverse|indirect|reciprocal|per (?:1 )?(?:lkr|rupee|rs)|foreign currency per)(?![a-z])|(?<!\d)(?<!per )1 ?(?:lkr|rs|rupee)(?![a-z])/i,
    'inverse',
  ],
  [/(?<![a-z])cross(?:es|ing)?(?![a-z])/i, 'pair'],
  [
    /(?<![a-z])(?:interest|lending|deposits?|libor|sofr|parallel|black|kerb|undiyal|hawala|money[ -]?changers?|hedg[a-z]*|index)(?![a-z])|(?<![a-z])(?:non|not|no|ex|excl(?:\.|uding)?|except|without)[ -]+(?:for )?(?:customs|t\/?t|telegraphic|indicative)/i,
    'other',
  ],
  [words('imports?|exports?'), 'trade'],
]

/** The same of a whole table, where titles and remarks say it: prose in which less is telling. */
export const TITLE_FIGURES: Figures = [
  [words('forwards?|fwds?|futures|swaps?|ndfs?|outrights?|maturit(?:y|ies)|tenors?'), 'forward'],
  [
    words(
      'budget(?:ed)?|forecasts?|targets?|projections?|projected|planned|assumed',
      'assumptions?|estimate[ds]?|draft|provisional|preliminary|unconfirmed',
    ),
    'plan',
  ],
  [
    words(
      '(?:currency|foreign|bank|dollar) notes?|notes(?! ?:)|over the counter',
      'counter rates?|cash|travell?ers',
    ),
    'notes',
  ],
  [words('cheques?|demand drafts?|drafts|bills? (?:buying|rates?|of exchange)'), 'cheque'],
  [
    /(?<![a-z])per(?: [a-z$]+)? ?(?:100|1,?000|hundred|thousand)(?!\d)|(?<!\d)(?:100|hundred) (?:foreign )?(?:currency )?units|(?<![a-z])units?[ :;]{1,4}(?:100|1,?000)(?!\d)|(?<![a-z])(?:multipl(?:y|ied|ier)|divided?|factor|scale|thousands?)(?![a-z])|['’]000/i,
    'units',
  ],
  [
    /(?<![a-z])(?:daily|weekly|monthly|percentage) changes?|(?<![a-z])changes? (?:of|in|against|over)(?![a-z])|(?:ap|de)preciation/i,
    'change',
  ],
  [words('averages?|avg'), 'statistic'],
  [
    words(
      'amounts?|payments?|invoices?|balances?|stocks?|prices?|yields?|bonds?|receipts',
      'expenses|exports?|fees|gold|oil|crude|loans?|millions?|mn|billions?|bn',
      'turnover|foreign reserves|(?:lkr|rupee) values?|values? in',
    ),
    'amount',
  ],
  [
    words(
      'inverse|indirect|reciprocal|foreign currency per',
      String.raw`per\s+(?:1\s+)?(?:lkr|rupee|rs)`,
    ),
    'inverse',
  ],
  [/(?<![a-z])cross(?:es)?[ -]rates?/i, 'pair'],
  [
    /(?<![a-z])(?:interest|lending|libor|sofr|parallel|black|kerb|undiyal|hawala|money[ -]?changers?|hedg(?:e|ed|ing)) ?(?:market|rates?)?(?![a-z])|(?<![a-z])(?:non|not|ex|excl(?:\.|uding)?|except|without)[ -]+(?:for )?(?:customs|t\/?t|telegraphic)/i,
    'other',
  ],
]
