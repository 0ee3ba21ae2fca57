import { useState, type ReactNode, type SubmitEvent } from 'react'
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
import type { ImportTable } from './use-import.ts'

interface ColumnMappingProps {
  readonly columns: ImportTable['columns']
  /** Whether it is shown from the start: where nothing else can help. */
  readonly open: boolean
  /** Whether a column of amounts is of use. */
  readonly hasAmounts?: boolean
  readonly onColumns: (uses: ColumnUse[]) => void
  /** What else is open of how the rows are read. */
  readonly children?: ReactNode
}

/** Which column of a sheet holds what; first as it was understood. */
export function ColumnMapping({
  columns,
  open,
  hasAmounts = false,
  onColumns,
  children,
}: ColumnMappingProps) {
  const [wrong, setWrong] = useState(false)
  if (columns.length < 2 && !children) return null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const uses = new FormData(event.currentTarget).getAll('column') as ColumnUse[]
    setWrong(!isReadable(uses))
    if (isReadable(uses)) onColumns(uses)
  }
  return (
    <Disclosure key={String(open)} summary={t.rateImport.columns} open={open}>
      <div className="fields">
        {children}
        {columns.length > 1 && (
          <form noValidate className="fields" onSubmit={submit}>
            <div className="pairs">
              {columns.map(({ heading, sample, use }, index) => (
                <Select
                  key={`${index} ${use}`}
                  label={t.rateImport.column({
                    index: index + 1,
                    heading: heading || null,
                    sample: sample || null,
                  })}
                  name="column"
                  values={columnUses().filter((each) => hasAmounts || each !== 'amount')}
                  textOf={nameOfUse}
                  defaultValue={use}
                />
              ))}
            </div>
            {wrong && <Notice kind="error">{t.rateImport.columnsWrong}</Notice>}
            <div className="apart">
              <Button type="submit" kind="quiet">
                {t.rateImport.applyColumns}
              </Button>
              <p className="fine-print">{t.rateImport.columnsHint}</p>
            </div>
          </form>
        )}
      </div>
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
