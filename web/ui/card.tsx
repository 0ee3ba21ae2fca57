import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'

interface CardProps {
  readonly title: ReactNode
  readonly hideTitle?: boolean | undefined
  readonly lead?: ReactNode
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

export function Card({ title, hideTitle = false, lead, aside, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className={hideTitle ? 'visually-hidden' : 'spread card-head'}>
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

let isFirstScreen = true

interface PageTitleProps {
  readonly children: ReactNode
  readonly lead?: ReactNode
  readonly aside?: ReactNode
}

/**
 * Takes the focus after a navigation, so that a screen reader says where it is; not on the first
 * screen, and not from a field.
 */
export function PageTitle({ children, lead, aside }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const isFree = () => [before, document.body].includes(document.activeElement)
    // In the next frame: focusing earlier would lay out the page twice.
    if (!isFirstScreen)
      requestAnimationFrame(() => isFree() && heading.current?.focus({ preventScroll: true }))
    isFirstScreen = false
  }, [])
  return (
    <header className="spread page-title">
      <div>
        <h1 ref={heading} tabIndex={-1} className="title">
          {children}
        </h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {aside}
    </header>
  )
}

interface DisclosureProps extends ComponentProps<'details'> {
  readonly summary: ReactNode
}

export function Disclosure({ summary, className = '', children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={`disclosure ${className}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** The product's mark: a full moon and the dot of a published rate; the same in both schemes. */
export function Mark() {
  return (
    <svg
      className="brand-mark"
      width="1.5rem"
      height="1.5rem"
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <rect width="24" height="24" rx="5" fill="#0b5d63" />
      <circle cx="10.4" cy="13.6" r="6.9" fill="#f7e2a4" />
      <g fill="#dcc27a">
        <circle cx="8.3" cy="11.6" r="2.5" />
        <circle cx="12.9" cy="16.1" r="1.7" />
        <circle cx="13.7" cy="11" r="0.95" />
      </g>
      <circle cx="18.7" cy="5.5" r="2.4" fill="#fff" />
    </svg>
  )
}
