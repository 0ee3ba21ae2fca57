import type { ReactNode } from 'react'

export { Item } from '../list.tsx'

/** Bridge to a plain `<ul aria-busy>`. */
export const ItemList = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <ul aria-busy={busy}>{children}</ul>
)
