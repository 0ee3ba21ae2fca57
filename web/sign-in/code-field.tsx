import type { Ref } from 'react'
import { CODE_LENGTH, normaliseCode } from '../../domain/identity/sign-in-code.ts'
import { Field } from '../ui/form/field.tsx'
import { t } from '../../text/sentences.ts'
import styles from '../session/sign-in-frame.module.css'

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly errors: readonly string[]
  readonly onChange: (code: string) => void
}

/** Where the code goes: typed, pasted with whatever stands around it, or filled in by the phone. */
export function CodeField({ ref, label, value, errors, onChange }: CodeFieldProps) {
  return (
    <div className={styles['code']}>
      <Field label={label} name="otp" errors={errors}>
        {(control) => (
          <input
            {...control}
            ref={ref}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t.login.codePlaceholder}
            maxLength={CODE_LENGTH}
            required
            value={value}
            onChange={(event) => onChange(normaliseCode(event.target.value).slice(0, CODE_LENGTH))}
            onPaste={(event) => {
              const pasted = codeIn(event.clipboardData.getData('text'))
              // Less than a code goes where the cursor is. `maxLength` would cut "123 456" before
              // it could be read.
              if (pasted.length < CODE_LENGTH) return
              event.preventDefault()
              onChange(pasted.slice(0, CODE_LENGTH))
            }}
          />
        )}
      </Field>
    </div>
  )
}

/** The code in a pasted text: its one group of six digits, or all of it. */
function codeIn(pasted: string): string {
  const code = normaliseCode(pasted)
  return /(?<!\d)\d{6}(?!\d)/.exec(code)?.[0] ?? code
}
