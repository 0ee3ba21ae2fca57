import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../text/sentences.ts'
import { Button } from './button.tsx'
import { passFocus } from './pass-focus.ts'
import { PHONE } from './phone.ts'

export interface Column {
  readonly title: ReactNode
  readonly numeric?: boolean
  readonly wide?: boolean
}

interface TableProps {
  readonly caption?: ReactNode
  readonly columns: readonly (ReactNode | Column)[]
  /** On a phone each row becomes a block, and the column heads are hidden from sight. */
  readonly stacks?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The parts name their roles, because a grid or flex layout takes them away. */
export function Table({ caption, columns, stacks = false, className, children }: TableProps) {
  return (
    <div className="table-frame">
      <table role="table" className={joined('table', stacks && 'stacks', className)}>
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        <thead role="rowgroup">
          <Row>
            {columns.map(readColumn).map(({ title, ...look }, at) => (
              <th key={at} scope="col" role="columnheader" className={classOf(look)}>
                {title}
              </th>
            ))}
          </Row>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

const readColumn = (column: ReactNode | Column): Column =>
  typeof column === 'object' && column !== null && 'title' in column ? column : { title: column }

export const Row = (props: ComponentProps<'tr'>) => <tr ref={passFocus} role="row" {...props} />

interface CellProps extends ComponentProps<'td'> {
  readonly numeric?: boolean
  readonly wide?: boolean
  readonly heading?: boolean
  readonly full?: boolean
  readonly label?: string | undefined
}

export function Cell(props: CellProps) {
  const { numeric, wide, heading = false, full, label, className, ...cell } = props
  const look = {
    className: joined(classOf({ numeric, wide }), full && 'full-row', className) || undefined,
    'data-label': label,
  }
  return heading ? (
    <th scope="row" role="rowheader" {...cell} {...look} />
  ) : (
    <td role="cell" {...cell} {...look} />
  )
}

const classOf = (look: { numeric?: boolean | undefined; wide?: boolean | undefined }) =>
  joined(look.numeric && 'numeric', look.wide && 'hide-on-phone') || undefined

const joined = (...names: readonly (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ')

/** Paper shows all rows, because it has no button. */
export function useFirstRows<T>(
  rows: readonly T[],
  first: number,
  step = Infinity,
): readonly [shown: readonly T[], button: ReactNode] {
  const [added, setAdded] = useState(0)
  useEffect(() => {
    const showAll = () => flushSync(() => setAdded(Infinity))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])
  const count = Math.min(rows.length - first - added, step)
  const button = count > 0 && (
    <div className="buttons">
      <Button kind="quiet" onClick={() => setAdded(added + step)}>
        {t.ui.showMore({ count })}
      </Button>
    </div>
  )
  return [rows.slice(0, first + added), button]
}

/** For screens that the server does not render. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchPhone()
      query?.addEventListener('change', onChange)
      return () => query?.removeEventListener('change', onChange)
    },
    () => matchPhone()?.matches ?? false,
    () => false,
  )
}

// jsdom has no matchMedia.
const matchPhone = () => (window.matchMedia as typeof window.matchMedia | undefined)?.(PHONE)
