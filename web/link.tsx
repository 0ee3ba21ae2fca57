import { use, type ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { Cache } from './query.ts'
import { prefetch } from './routes.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'className'> & {
  readonly href: string
  readonly className?: string | undefined
  readonly replace?: boolean
}

/** A link to a screen of the product. Its code and data are fetched as soon as it is pointed at or focused. */
export function Link(props: LinkProps) {
  const cache = use(Cache)
  const fetchAhead = () => prefetch(props.href, cache)
  return <RouterLink {...props} onPointerEnter={fetchAhead} onFocus={fetchAhead} />
}
