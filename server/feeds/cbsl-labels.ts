import { currencies, type Currency } from '../../domain/currency.ts'

/** The two pages: the indicative rate, and what banks pay and ask for a telegraphic transfer. */
export type CbslPage = 'indicative' | 'tt'

/** What each page calls a currency, in its form (two spaces included) and above its table. */
export const CBSL_LABELS: Readonly<Record<CbslPage, Readonly<Partial<Record<Currency, string>>>>> =
  {
    tt: {
      USD: 'United States Dollar',
      AUD: 'Australian Dollar',
      CAD: 'Canadian Dollar',
      GBP: 'British Pound',
    },
    indicative: {
      AED: 'UAE  Dirham',
      AUD: 'Australian Dollar',
      BDT: 'Bangladesh Taka',
      BHD: 'Bahrain Dinar',
      BND: 'Brunei Dollar',
      BRL: 'Brazil Real',
      CAD: 'Canadian Dollar',
      CHF: 'Swiss Franc',
      CNY: 'Chinese Yuan (Renminbi)',
      CZK: 'Czechoslovak Koruna',
      DKK: 'Danish Kroner',
      EGP: 'Egypt Pound',
      EUR: 'Euro',
      GBP: 'Sterling Pound',
      GHS: 'Ghana Cedi',
      HKD: 'Hong Kong Dollar',
      HUF: 'Hungary Forint',
      IDR: 'Indonesian Rupiah',
      INR: 'Indian Rupee',
      IRR: 'Iran Rial',
      JOD: 'Jordan Dinar',
      JPY: 'Japanese Yen',
      KES: 'Kenya Shillings',
      KRW: 'Korean Won',
      KWD: 'Kuwait Dinar',
      MMK: 'Myanmar  Kyat',
      MOP: 'Macau Pataca',
      MUR: 'Mauritius Rupee',
      MVR: 'Maldivian Rufiya',
      MYR: 'Malaysia  Ringgit',
      NGN: 'Nigeria Naira',
      NOK: 'Norwegian Kroner',
      NPR: 'Nepal Rupee',
      NZD: 'New Zealand Dollar',
      OMR: 'Oman Rial',
      PGK: 'Papua New Guinea Kina',
      PHP: 'Philippines Peso',
      PKR: 'Pakistan Rupee',
      PLN: 'Poland Zloty',
      QAR: 'Qatar Riyal',
      RON: 'New Romania Leu',
      RUB: 'Russia Rouble',
      SAR: 'Saudi Arabian Riyal',
      SBD: 'Solomon Island Dollar',
      SCR: 'Seychelles Rupee',
      SEK: 'Swedish Kroner',
      SGD: 'Singapore Dollar',
      THB: 'Thailand Baht',
      TWD: 'Taiwan Dollar',
      USD: 'US Dollar',
      VND: 'Vietnam Dong',
      ZAR: 'South African Rand',
      ZMW: 'Zambia Kwacha (New)',
    },
  }

/** The installation's currencies that a page has, in their order. */
export const currenciesOf = (page: CbslPage): readonly Currency[] =>
  currencies().filter((each) => CBSL_LABELS[page][each] !== undefined)
