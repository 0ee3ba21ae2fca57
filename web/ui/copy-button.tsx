import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { Button, type ButtonKind } from './button.tsx'

interface CopyButtonProps {
  /** Undefined while it is on its way. */
  readonly figure: string | undefined
  readonly kind?: ButtonKind
  readonly children: ReactNode
}

/** Copies a text; a press while it is on its way counts once it is there. */
export function CopyButton({ figure, kind = 'link', children }: CopyButtonProps) {
  const [status, setStatus] = useState({ of: figure, text: '' })
  const [copying, setCopying] = useState(false)
  useEffect(() => {
    if (!copying || figure === undefined) return
    setCopying(false)
    const say = (text: string) => setStatus({ of: figure, text })
    const refused = () => say(t.ui.clipboardClosed)
    // Undefined where the page is no secure context.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard) clipboard.writeText(figure).then(() => say(t.ui.copied), refused)
    else refused()
  })
  return (
    <>
      <Button kind={kind} onClick={() => setCopying(true)}>
        {children}
      </Button>
      <span role="status" className="fine-print">
        {status.of === figure && status.text}
      </span>
    </>
  )
}
