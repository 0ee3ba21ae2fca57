import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import { localAddress } from './language.ts'
import { leaveDocument, navigate, opensHere, prefetch, type NavigateOptions } from './pages.tsx'
import { Waiting } from './ui/waiting.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'className'> & {
  readonly href: string
  readonly className?: string | undefined
}

/** A pointer that rests on a link for this long is about to press it. */
const INTENT_MS = 100

export function Link(props: LinkProps) {
  const { href } = props
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => clearTimeout(intent.current)
  const intend = () => {
    forget()
    intent.current = setTimeout(() => prefetch(href), INTENT_MS)
  }
  return (
    <a
      {...props}
      href={localAddress(href)}
      // A finger enters only when it taps.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && intend()}
      onFocus={intend}
      onPointerLeave={forget}
      onPointerDown={() => opensHere(href) && prefetch(href)}
      onClick={(event) => {
        props.onClick?.(event)
        // The browser opens new tabs and windows and downloads itself.
        const isPlain =
          !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
        if (!isPlain || event.defaultPrevented) return
        forget()
        if (!opensHere(href)) {
          leaveDocument()
          return
        }
        event.preventDefault()
        void navigate(href)
      }}
    />
  )
}

interface RedirectProps extends Pick<NavigateOptions, 'state' | 'message'> {
  readonly to: string
}

export function Redirect({ to, ...options }: RedirectProps) {
  const leave = useEffectEvent(() => void navigate(to, { ...options, replace: true }))
  useEffect(() => leave(), [])
  return <Waiting />
}

/** Breaks only before a part of its path or of its query, never within a date. */
export const Address = ({ address }: { readonly address: string }) =>
  address.split(/(?<=[^:/])(?=[/?&])/).map((part, at) => (
    <span key={at} className="unbroken breakable">
      {part}
    </span>
  ))
