export function Mark() {
  return (
    <svg className="brand-mark" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="currentColor" />
      <path d="M5 15.5 9.5 11l3.5 3 6-6" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
