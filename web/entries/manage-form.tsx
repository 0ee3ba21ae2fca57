import { Button } from '../ui/button.tsx'
import { CurrencyField, DateField, EntryOutcome, KindField } from './entry-fields.tsx'
import styles from './entry-form.module.css'
import type { ManualRateEntry } from './manual-rate-entry.ts'
import { RateField } from './rate-field.tsx'

/** The form of the screen that manages rates: one line where there is room. */
export function ManageForm({ entry }: { entry: ManualRateEntry }) {
  return (
    <>
      <form className={styles['line']} aria-label="Add a rate" {...entry.form}>
        <DateField entry={entry} />
        <CurrencyField entry={entry} label="Currency" name="currency" />
        <KindField entry={entry} />
        <RateField placeholder="0.0000" defaultValue={entry.values['rate']} errors={entry.errors['rate']} />
        <Button type="submit" busy={entry.busy} busyText="Adding...">
          Add Rate
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
