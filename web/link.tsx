import { useQueryClient } from '@tanstack/react-query'
import { use, type ComponentProps } from 'react'
import { localAddress } from './language/page-language.ts'
import { go } from './router.tsx'
import { ScreenLoading } from './screen.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'className'> & {
  readonly href: string
  readonly className?: string | undefined
}

/**
 * A link to a screen of the product, in the page's language. Its code and data
 * are fetched as soon as it is pointed at or focused.
 */
export function Link(props: LinkProps) {
  const client = useQueryClient()
  const { load, prefetch } = use(ScreenLoading)
  const fetchAhead = () => prefetch(props.href, client)
  return (
    <a
      {...props}
      href={localAddress(props.href)}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={(event) => {
        props.onClick?.(event)
        // A new tab, a new window, a download: the browser's own ways stay.
        const plain =
          !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
        if (!plain || event.defaultPrevented) return
        event.preventDefault()
        fetchAhead() // beside the code, where nobody pointed first
        go(props.href, load(props.href))
      }}
    />
  )
}
