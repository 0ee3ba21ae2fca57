import { formatRate, fromWire } from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'

interface MeantButtonProps {
  /** In rupees, as a warning says it; undefined where none is known. */
  readonly meant: number | undefined
  /** With the same rate, and how it is written. */
  readonly onUse: (rate: number, text: string) => void
}

/** Takes the rate that was probably meant in the place of a slip. */
export function MeantButton({ meant, onUse }: MeantButtonProps) {
  if (meant === undefined) return null
  const rate = formatRate(fromWire(meant))
  return (
    <Button kind="quiet" onClick={() => onUse(meant, rate)}>
      {t.day.use({ rate })}
    </Button>
  )
}
