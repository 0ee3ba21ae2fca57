import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'

interface DisclosureProps extends ComponentProps<'details'> {
  readonly summary: ReactNode
}

/** What is there for those who ask for it. */
export function Disclosure({ summary, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames(styles['disclosure'], className)}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
