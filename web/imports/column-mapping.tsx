import { useState, type SubmitEvent } from 'react'
import {
  columnUses,
  isReadable,
  ratesOfUse,
  type ColumnUse,
} from '../../domain/imports/column-use.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './import.module.css'
import type { ImportTable } from './use-import.ts'

interface ColumnMappingProps {
  readonly columns: ImportTable['columns']
  /** Whether it is shown from the start: where nothing else can help. */
  readonly open: boolean
  /** Whether a column of amounts is of use. */
  readonly hasAmounts?: boolean
  readonly onColumns: (uses: ColumnUse[]) => void
}

/** Which column of a sheet holds what; first as it was understood. */
export function ColumnMapping({
  columns,
  open,
  hasAmounts = false,
  onColumns,
}: ColumnMappingProps) {
  const [wrong, setWrong] = useState(false)
  if (columns.length < 2) return null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const uses = new FormData(event.currentTarget).getAll('column') as ColumnUse[]
    setWrong(!isReadable(uses))
    if (isReadable(uses)) onColumns(uses)
  }
  return (
    <Disclosure key={String(open)} summary={t.rateImport.columns} open={open}>
      <form noValidate className={classNames('fields', styles['mapping'])} onSubmit={submit}>
        <p>{t.rateImport.columnsHint}</p>
        <div className={classNames('fields', styles['columns'])}>
          {columns.map(({ heading, sample, use }, index) => (
            <Select
              key={`${index} ${use}`}
              label={t.rateImport.column({ index: index + 1, heading, sample })}
              name="column"
              values={columnUses().filter((each) => hasAmounts || each !== 'amount')}
              textOf={nameOfUse}
              defaultValue={use}
            />
          ))}
        </div>
        {wrong && <Notice kind="error">{t.rateImport.columnsWrong}</Notice>}
        <Button type="submit" kind="quiet">
          {t.rateImport.applyColumns}
        </Button>
      </form>
    </Disclosure>
  )
}

function nameOfUse(use: ColumnUse): string {
  const { own, ...uses } = t.rateImport.use
  const rates = ratesOfUse(use)
  return rates
    ? own({ ...rates })
    : ((uses as Readonly<Partial<Record<ColumnUse, string>>>)[use] ?? use)
}
