/** The switch between what a rate is used for, and what a screen says of a side. */
export const SIDES_TEXT = {
  label: 'Kind of rate',
  reference: 'Reference',
  import: 'I import',
  export: 'I export',
  /** What the chosen side means. */
  meaning: {
    import: 'Importers pay what the bank asks: TT selling.',
    export: 'Exporters receive what the bank pays: TT buying.',
  },
  unknown: (given: string) => `No rates for “${given}”: these are the reference rates.`,
  /** `rate` is what a sentence calls it, such as `TT selling rate`. */
  enter: (rate: string) => `Enter a ${rate}`,
  spread: 'spread',
} as const
