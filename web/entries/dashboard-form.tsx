import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { CurrencyField, DateField, EntryOutcome, KindField } from './entry-fields.tsx'
import styles from './entry-form.module.css'
import { useManualRateEntry } from './manual-rate-entry.ts'
import { RateField } from './rate-field.tsx'

const TARGETS = [{ value: TARGET_CURRENCY, text: `${TARGET_CURRENCY} – Sri Lankan rupee` }]

/** The dashboard's form. */
export function DashboardForm() {
  const entry = useManualRateEntry('dashboard')
  return (
    <>
      <form className={styles['form']} {...entry.form}>
        <CurrencyField entry={entry} label="Base Currency" name="base_currency" />
        <KindField entry={entry} />
        <Select
          label="Target Currency"
          name="target_currency"
          options={TARGETS}
          errors={entry.errors['target_currency']}
        />
        <RateField placeholder="1.0000" defaultValue={entry.values['rate']} errors={entry.errors['rate']} />
        <DateField entry={entry} hint="Only dates within last 90 days allowed" />
        <Button type="submit" busy={entry.busy} busyText="Saving...">
          Save Rate
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
