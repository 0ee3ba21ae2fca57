/** The converter. */
export const converterText = {
  title: 'Converter',
  amount: (unit: string) => `Amount in ${unit}`,
  currency: 'Currency',
  day: 'Day',
  direction: 'Direction',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  convert: 'Convert',
  swap: 'Swap',
  copy: 'Copy',
  copied: 'Copied',
  /** For screen readers. */
  copyResult: ' the result',
  share: 'Share',
  linkCopied: 'Link copied',
  clipboardClosed: 'This browser does not let the page copy. Select the result instead.',
  errors: {
    'not an amount': 'Enter an amount above 0 with at most 4 decimals, such as 12,500.00.',
    'which dollar': 'Which dollar? Write USD, AUD or CAD before the amount.',
  },
  ambiguous: (typed: string, larger: string, smaller: string) =>
    `“${typed}” could be ${larger} or ${smaller}. Write it like one of these.`,
  otherCurrency: (named: string, own: string) => `This amount is in ${named}, and this page converts ${own}.`,
  rate: (currency: string, rate: string) => `1 ${currency} = ${rate} LKR`,
  inverse: (rate: string, currency: string) => `1 LKR = ${rate} ${currency}`,
  /** `rate` is what a sentence calls it, such as `TT selling rate`. */
  by: (rate: string, day: string, source: string) => `At the ${rate} of ${day}, ${source}.`,
}
