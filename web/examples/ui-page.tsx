import { useState, type ReactNode } from 'react'
import { CURRENCIES } from '../../domain/currency.ts'
import { useToday } from '../page-context.ts'
import { devUiText as TEXT } from '../text/en/work/dev-ui.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import tokens from '../ui/tokens.css?raw'
import styles from './ui-page.module.css'

/** The tokens that the style sheet declares, in its order: those of a group begin alike. */
const NAMES = [...new Set(Array.from(tokens.matchAll(/^ {2}(--[\w-]+):/gm), ([, name = '']) => name))]
const ofGroup = (prefix: string) => NAMES.filter((name) => name.startsWith(prefix))
const COLOURS = NAMES.slice(0, NAMES.indexOf('--shadow'))
const BUTTONS = ['primary', 'quiet', 'danger', 'link'] as const satisfies ButtonKind[]
const NOTICES = ['success', 'error', 'warning', 'info'] as const

/** Every token and every part that screens are made of, in its states. In development only. */
export default function UiPage() {
  return (
    <>
      <PageTitle lead={TEXT.lead}>{TEXT.title}</PageTitle>
      <div className="stack">
        <Tokens />
        <Card title={TEXT.buttons}>
          <p className="buttons">
            {BUTTONS.map((kind) => (
              <Button key={kind} kind={kind}>
                {TEXT[kind]}
              </Button>
            ))}
            <Button busy busyText={TEXT.busy}>
              {TEXT.primary}
            </Button>
            <Button disabled>{TEXT.disabled}</Button>
          </p>
        </Card>
        <Card title={TEXT.notices}>
          <div className="fields">
            {NOTICES.map((kind) => (
              <Notice key={kind} kind={kind}>
                {TEXT[kind]}
              </Notice>
            ))}
          </div>
        </Card>
        <Fields />
        <Card title={TEXT.tables}>
          <Table
            caption={TEXT.caption}
            columns={TEXT.columns.map((title, at) => ({ title, numeric: at > 0 }))}
          >
            {TEXT.rows.map(([day, ...figures]) => (
              <tr key={day}>
                <Cell heading>{day}</Cell>
                {figures.map((figure) => (
                  <Cell key={figure} numeric>
                    {figure}
                  </Cell>
                ))}
              </tr>
            ))}
          </Table>
        </Card>
        <Card title={TEXT.waiting}>
          <Skeleton rows={3} />
        </Card>
        <Card title={TEXT.dialogs}>
          <Disclosure summary={TEXT.details}>
            <p>{TEXT.hidden}</p>
          </Disclosure>
          <Example />
        </Card>
      </div>
    </>
  )
}

function Tokens() {
  return (
    <>
      <Card title={TEXT.colours}>
        <ul className={styles['swatches']}>
          {COLOURS.map((name) => (
            <li key={name}>
              <span className={styles['swatch']} style={{ background: `var(${name})` }} /> <Name of={name} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={TEXT.type}>
        {ofGroup('--text').map((name) => (
          <p key={name} style={{ fontSize: `var(${name})` }}>
            {TEXT.sample} <Name of={name} />
          </p>
        ))}
      </Card>
      <Card title={TEXT.spaces}>
        {ofGroup('--space').map((name) => (
          <p key={name} className="buttons">
            <span className={styles['space']} style={{ inlineSize: `var(${name})` }} /> <Name of={name} />
          </p>
        ))}
      </Card>
    </>
  )
}

const Name = ({ of: name }: { of: ReactNode }) => <code className="fine-print">{name}</code>

function Fields() {
  const today = useToday()
  const [day, setDay] = useState<string>(today)
  return (
    <Card title={TEXT.fields}>
      <div className={styles['fields']}>
        <Field label={TEXT.rate} name="rate" hint={TEXT.hint}>
          {(control) => <input {...control} inputMode="decimal" />}
        </Field>
        <Field label={TEXT.rate} name="wrong-rate" errors={[TEXT.wrong]}>
          {(control) => <input {...control} inputMode="decimal" />}
        </Field>
        <Select label={TEXT.currency} name="currency" values={CURRENCIES} />
        <DayInput label={TEXT.day} name="day" max={today} value={day} onDay={setDay} />
      </div>
    </Card>
  )
}

function Example() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {TEXT.open}
      </Button>
      {open && (
        <ConfirmDialog
          question={TEXT.question}
          confirmText={TEXT.confirm}
          onConfirm={() => Promise.resolve()}
          onClose={close}
        >
          <p>{TEXT.says}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
