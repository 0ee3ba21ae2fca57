import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'link'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind
  /** Whether what it started is under way: it cannot be pressed again. */
  readonly busy?: boolean
  /** What it reads while busy. */
  readonly busyText?: string
  /** As wide as what holds it. */
  readonly wide?: boolean
}

/** A button; `type="button"` unless said otherwise, so that none sends a form by accident. */
export function Button({
  kind = 'primary',
  busy = false,
  busyText,
  wide = false,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonClass(kind, wide)}
    >
      {busy && busyText !== undefined ? busyText : props.children}
    </button>
  )
}

/** The same look for a link. */
export function buttonClass(kind: ButtonKind = 'primary', wide = false): string {
  return classNames(styles['button'], styles[kind], wide && styles['wide'])
}
