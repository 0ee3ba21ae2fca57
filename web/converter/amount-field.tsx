import type { ReactNode } from 'react'
import { MAX_NUMBER_LENGTH } from '../../domain/typed-number.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/form.tsx'
import styles from './converter.module.css'

interface AmountFieldProps {
  readonly label: string
  readonly value: string
  readonly errors: readonly string[]
  readonly hint?: string | undefined
  /** A computed amount has no name, so that the address contains one amount. */
  readonly isResult?: boolean
  readonly onType: (text: string, isPasted: boolean) => void
  readonly onLeave: () => void
  /** The unit behind the amount. */
  readonly children: ReactNode
}

export function AmountField(props: AmountFieldProps) {
  const { label, value, errors, hint, isResult = false, onType, onLeave, children } = props
  return (
    <Field label={label} name="amount" errors={errors} hint={hint}>
      {({ name, ...control }) => (
        <div className={styles['amount']}>
          <input
            {...control}
            className={undefined}
            name={isResult ? undefined : name}
            data-result={isResult ? '' : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={MAX_NUMBER_LENGTH}
            value={value}
            onChange={({ target, nativeEvent }) => {
              const { inputType } = nativeEvent as InputEvent
              onType(target.value, inputType === 'insertFromPaste')
            }}
            onFocus={({ target }) => target.select()}
            onBlur={onLeave}
          />
          {children}
        </div>
      )}
    </Field>
  )
}

/**
 * Shown without scripts. Enter presses the first submit button of a form, so this one precedes all
 * others.
 */
export function ConvertButton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles['unscripted']}>
      <p>{t.converter.unscripted}</p>
      <span className="buttons">
        {children}
        <Button type="submit">{t.converter.convert}</Button>
      </span>
    </div>
  )
}
