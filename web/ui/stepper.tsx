import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { buttonClass } from './button.tsx'
import { passFocus } from './pass-focus.ts'
import styles from './stepper.module.css'

interface Step {
  readonly href: string
  readonly text: string
}

interface StepperProps {
  readonly prev: Step | false | undefined
  readonly next: Step | false | undefined
  /** A list of all that can be chosen. */
  readonly children?: ReactNode
}

/** Leads to what is before and after what a page shows. */
export function Stepper({ prev, next, children }: StepperProps) {
  return (
    <div className={styles['stepper']} data-screen-only>
      {prev && <Arrow rel="prev" {...prev} />}
      {children}
      {next && <Arrow rel="next" {...next} />}
    </div>
  )
}

function Arrow({ rel, href, text }: Step & { readonly rel: 'prev' | 'next' }) {
  return (
    <Link ref={passFocus} rel={rel} href={href} className={`${buttonClass('quiet')} leads-on`}>
      <span>{text}</span>
    </Link>
  )
}
