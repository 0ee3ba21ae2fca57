import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { dashboardText, entryText } from '../text/en/work/entries.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { CurrencyField, DateField, EntryOutcome, KindField, RateField } from './entry-fields.tsx'
import { useManualRateEntry } from './manual-rate-entry.ts'

const TARGETS = [{ value: TARGET_CURRENCY, text: entryText.target(TARGET_CURRENCY) }]

/** The dashboard's form. */
export function DashboardForm() {
  const entry = useManualRateEntry('dashboard')
  return (
    <>
      <form className="fields" {...entry.form}>
        <CurrencyField entry={entry} label={dashboardText.baseCurrency} name="base_currency" />
        <KindField entry={entry} />
        <Select
          label={dashboardText.targetCurrency}
          name="target_currency"
          options={TARGETS}
          errors={entry.errors['target_currency']}
        />
        <RateField entry={entry} placeholder={dashboardText.placeholder} />
        <DateField entry={entry} hint={dashboardText.dateHint} />
        <Button type="submit" busy={entry.busy} busyText={entryText.saving}>
          {dashboardText.save}
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
