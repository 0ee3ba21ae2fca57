import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

interface BadgeProps {
  /** What its colour says, or a class of its own colours. */
  readonly tone:
    'success' | 'error' | 'info' | 'warning' | 'fact' | { readonly className: string | undefined }
  readonly children: ReactNode
}

/** The name of a state, beside what has it. In an item's name there is a gap before it. */
export function Badge({ tone, children }: BadgeProps) {
  const colours = typeof tone === 'string' ? `tone-${tone}` : tone.className
  return (
    <span className={classNames(styles['badge'], colours)} data-badge="">
      {children}
    </span>
  )
}
