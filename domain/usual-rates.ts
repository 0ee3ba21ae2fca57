import { calendarDateOf } from './calendar-date.ts'
import { unitsOf, type Currency } from './currency.ts'
import { SCALE, type Rate } from './money.ts'

export const USUAL_DAY = calendarDateOf('2026-09-29')

/** On `USUAL_DAY`, two digits (fawazahmed0/currency-api, CC0), for plausibility only. */
const RUPEES_PER_UNIT = `
AED 90  AFN 5.2  ALL 4.1  AMD 0.91  ANG 180  AOA 0.36  ARS 0.22  AUD 230  AWG 180  AZN 190
BAM 190  BBD 170  BDT 2.7  BGN 190  BHD 880  BIF 0.11  BMD 330  BND 260  BOB 27  BRL 63  BSD 330
BTN 3.4  BWP 24  BYN 110  BZD 160  CAD 230  CDF 0.14  CHF 400  CLP 0.34  CNY 49  COP 0.098
CRC 0.73  CUP 14  CVE 3.4  CZK 15  DJF 1.9  DKK 50  DOP 5.7  DZD 2.5  EGP 6.4  ERN 22  ETB 2
EUR 380  FJD 150  FKP 440  GBP 440  GEL 130  GHS 28  GIP 440  GMD 4.5  GNF 0.038  GTQ 43
GYD 1.6  HKD 42  HNL 12  HTG 2.5  HUF 1  IDR 0.018  ILS 110  INR 3.4  IQD 0.25  IRR 0.00024
ISK 2.7  JMD 2.1  JOD 470  JPY 2.1  KES 2.6  KGS 3.8  KHR 0.081  KMF 0.76  KPW 0.37  KRW 0.24
KWD 1100  KYD 400  KZT 0.75  LAK 0.015  LBP 0.0037  LRD 1.9  LSL 20  LYD 52  MAD 34  MDL 19
MGA 0.075  MKD 6.1  MMK 0.16  MNT 0.092  MOP 41  MRU 8.3  MUR 7  MVR 21  MWK 0.19  MXN 18
MYR 81  MZN 5.2  NAD 20  NGN 0.25  NIO 9  NOK 35  NPR 2.2  NZD 190  OMR 860  PAB 330  PEN 97
PGK 74  PHP 5.3  PKR 1.2  PLN 86  PYG 0.056  QAR 91  RON 71  RSD 3.2  RUB 3.9  RWF 0.22
SAR 88  SBD 41  SCR 23  SDG 0.55  SEK 33  SGD 260  SHP 440  SLE 14  SOS 0.58  SRD 8.8
SSP 0.058  STN 15  SVC 38  SYP 0.025  SZL 20  THB 9.8  TJS 36  TMT 95  TND 110  TOP 140
TRY 6.8  TTD 49  TWD 10  TZS 0.13  UAH 7.4  UGX 0.085  USD 330  UYU 8.3  UZS 0.028  VES 0.39
VND 0.013  VUV 2.8  WST 120  XAF 0.57  XCD 120  XCG 180  XDR 450  XOF 0.57  XPF 3.2  YER 1.4
ZAR 20  ZMW 17  ZWG 12`

export function usualRupees(currency: Currency): number | undefined {
  const found = new RegExp(`\\b${currency} (\\S+)`).exec(RUPEES_PER_UNIT)
  return found ? Number(found[1]) : undefined
}

export function usualRate(currency: Currency): Rate | undefined {
  const rupees = usualRupees(currency)
  return rupees === undefined ? undefined : ((rupees * SCALE * unitsOf(currency)) as Rate)
}
