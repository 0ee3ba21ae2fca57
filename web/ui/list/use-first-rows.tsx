import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../text/sentences.ts'
import { Button } from '../button.tsx'

/**
 * The first rows of a list, and the button that shows so many more of them; on paper, which has no
 * button, all.
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  first: number,
  step = Infinity,
): readonly [shown: readonly Row[], button: ReactNode] {
  const [others, setOthers] = useState(0)
  useEffect(() => {
    const showAll = () => flushSync(() => setOthers(Infinity))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])
  const count = Math.min(rows.length - first - others, step)
  const button = count > 0 && (
    <div className="buttons">
      <Button
        kind="quiet"
        onClick={({ currentTarget }) => {
          const list = currentTarget.closest('.buttons')?.previousElementSibling
          flushSync(() => setOthers(others + step))
          // With the last rows the button that had the focus is gone.
          const row = list?.querySelectorAll<HTMLElement>('tbody tr')[first + others]
          if (currentTarget.isConnected || !row) return
          row.tabIndex = -1
          row.focus()
        }}
      >
        {t.ui.showMore({ count })}
      </Button>
    </div>
  )
  return [rows.slice(0, first + others), button]
}
