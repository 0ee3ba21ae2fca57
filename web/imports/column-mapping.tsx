import { useState, type SubmitEvent } from 'react'
import type { ImportTable } from './rate-rows.tsx'
import { COLUMN_USES, isReadable, type ColumnUse } from '../../domain/imports/column-use.ts'
import { RATE_IMPORT } from '../text/en/work/imports.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-import.module.css'

interface ColumnMappingProps {
  readonly columns: ImportTable['columns']
  /** Whether it is shown from the start: where nothing else can help. */
  readonly open: boolean
  readonly onColumns: (uses: ColumnUse[]) => void
}

/** Which column of a sheet holds what; first as it was understood. */
export function ColumnMapping({ columns, open, onColumns }: ColumnMappingProps) {
  const [wrong, setWrong] = useState(false)
  if (columns.length < 2) return null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const uses = new FormData(event.currentTarget).getAll('column') as ColumnUse[]
    setWrong(!isReadable(uses))
    if (isReadable(uses)) onColumns(uses)
  }
  return (
    <Disclosure summary={RATE_IMPORT.columns} open={open}>
      <form noValidate className={classNames('fields', styles['mapping'])} onSubmit={submit}>
        <p>{RATE_IMPORT.columnsHint}</p>
        <div className={classNames('fields', styles['columns'])}>
          {columns.map(({ heading, sample, use }, index) => (
            <Select
              key={`${index} ${use}`}
              label={RATE_IMPORT.column(index + 1, heading, sample)}
              name="column"
              values={COLUMN_USES}
              textOf={RATE_IMPORT.use}
              defaultValue={use}
            />
          ))}
        </div>
        {wrong && <Notice kind="error">{RATE_IMPORT.columnsWrong}</Notice>}
        <Button type="submit" kind="quiet">
          {RATE_IMPORT.applyColumns}
        </Button>
      </form>
    </Disclosure>
  )
}
