/** The card for frames on other sites. */
export const embedText = {
  title: (currency: string) => `1 ${currency} in Sri Lankan rupees`,
  change: (change: string) => `${change} since the rate before`,
  of: (day: string, source: string) => `${day}, ${source}`,
  none: 'No rate is known.',
}
