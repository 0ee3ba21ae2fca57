/** The widths that sheets call `(--phone)` and `(--wide)`: vite.config.ts. */
export const PHONE = '(max-width: 43.75rem)'
export const WIDE = '(min-width: 43.8125rem)'
