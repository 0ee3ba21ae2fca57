import { manageText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { CurrencyField, DateField, EntryOutcome, KindField, RateField } from '../entry-fields.tsx'
import { classNames } from '../../ui/class-names.ts'
import layout from '../../ui/form/form.module.css'
import styles from '../entry-form.module.css'
import type { ManualRateEntry } from '../manual-rate-entry.ts'

/** The form of the screen that manages rates: one line where there is room. */
export function ManageForm({ entry }: { entry: ManualRateEntry }) {
  return (
    <>
      <form
        className={classNames('fields', layout['beside'], styles['line'])}
        aria-label={manageText.addLabel}
        {...entry.form}
      >
        <DateField entry={entry} />
        <CurrencyField entry={entry} label={manageText.currency} name="currency" />
        <KindField entry={entry} />
        <RateField entry={entry} placeholder={manageText.placeholder} />
        <Button type="submit" busy={entry.busy} busyText={manageText.adding}>
          {manageText.add}
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
