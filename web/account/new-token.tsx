import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import fieldStyles from '../ui/form/field.module.css'
import { Notice } from '../ui/notice.tsx'
import { t } from '../../text/sentences.ts'
import styles from './account.module.css'

interface NewTokenProps {
  readonly name: string
  readonly token: string
  readonly onDone: () => void
}

/** A token just made. It is nowhere else: the server keeps only its hash. */
export function NewToken({ name, token, onDone }: NewTokenProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <Notice kind="success">
      <p>{t.accessTokens.copyNow({ name })}</p>
      <input
        ref={field}
        className={classNames(fieldStyles['control'], styles['secret'])}
        aria-label={t.accessTokens.secretLabel({ name })}
        readOnly
        value={token}
        onFocus={(event) => event.target.select()}
      />
      <div className="buttons">
        <CopyButton figure={token} kind="quiet">
          {t.accessTokens.copy}
        </CopyButton>
        <Button kind="quiet" onClick={onDone}>
          {t.accessTokens.done}
        </Button>
      </div>
    </Notice>
  )
}
