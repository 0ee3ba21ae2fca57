/** The product's mark: a coin, and on it the line of a rate that rises. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <circle cx="16" cy="16" r="14" fill="none" stroke="#e9a15b" strokeWidth="2.5" />
      <path
        d="M8.5 20.5 13 15.5l4 3.5 6.5-8"
        fill="none"
        stroke="#f4f1ea"
        strokeWidth="2.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23.5" cy="11" r="2" fill="#e9a15b" />
    </svg>
  )
}
