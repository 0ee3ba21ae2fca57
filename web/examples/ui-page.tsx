import { useState, type ReactNode } from 'react'
import { currencies } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { useToday } from '../page-context.ts'
import { t } from '../../text/sentences.ts'
import { Figure } from '../ui/figure.tsx'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import tokens from '../ui/tokens.css?raw'
import styles from './ui-page.module.css'

/** The tokens that the style sheet declares, in its order: those of a group begin alike. */
const NAMES = [
  ...new Set(Array.from(tokens.matchAll(/^ {2}(--[\w-]+):/gm), ([, name = '']) => name)),
]
const ofGroup = (prefix: string) => NAMES.filter((name) => name.startsWith(prefix))
const COLOURS = NAMES.slice(0, NAMES.indexOf('--shadow'))
const BUTTONS = ['primary', 'quiet', 'danger', 'link'] as const satisfies ButtonKind[]
const NOTICES = ['success', 'error', 'warning', 'info'] as const

/** Every token and every part that screens are made of, in its states. In development only. */
export default function UiPage() {
  return (
    <>
      <PageTitle lead={t.devUi.lead}>{t.devUi.title}</PageTitle>
      <div className="stack">
        <Tokens />
        <Figures />
        <Buttons />
        <Choices />
        <Fields />
        <Card title={t.devUi.tables}>
          <Table
            caption={t.devUi.caption}
            columns={t.devUi.columns.map((title, at) => ({ title, numeric: at > 0 }))}
          >
            {t.devUi.rows.map(([day, ...figures]) => (
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
        <Card title={t.devUi.waiting}>
          <Skeleton rows={3} />
        </Card>
        <Card title={t.devUi.dialogs}>
          <Disclosure summary={t.devUi.details}>
            <p>{t.devUi.hidden}</p>
          </Disclosure>
          <Example />
        </Card>
      </div>
    </>
  )
}

function Buttons() {
  return (
    <>
      <Card title={t.devUi.buttons}>
        <p className="buttons">
          {BUTTONS.map((kind) => (
            <Button key={kind} kind={kind}>
              {t.devUi[kind]}
            </Button>
          ))}
          <Button busy busyText={t.devUi.busy}>
            {t.devUi.primary}
          </Button>
          <Button disabled>{t.devUi.disabled}</Button>
        </p>
      </Card>
      <Card title={t.devUi.notices}>
        <div className="fields">
          {NOTICES.map((kind) => (
            <Notice key={kind} kind={kind}>
              {t.devUi[kind]}
            </Notice>
          ))}
        </div>
      </Card>
      <Card title={t.devUi.badges}>
        <p className="buttons">
          <Badge tone="fact">{t.devUi.fact}</Badge>
          <Badge tone="success">{t.devUi.done}</Badge>
          <Badge tone="warning">{t.devUi.missing}</Badge>
          <Badge tone="error">{t.devUi.failed}</Badge>
        </p>
      </Card>
    </>
  )
}

function Figures() {
  const [before, after] = [rateOf(338.5), rateOf(338.175)] as const
  return (
    <Card title={t.devUi.figures}>
      <Figure currency="USD">{formatRate(after)}</Figure>
      <p>
        <RateChangeText change={after - before} rate={after} />
      </p>
      <p>
        <RateChangeText change={before - after} rate={before} short />
      </p>
      <p>
        <RateChangeText change={0} />
      </p>
    </Card>
  )
}

function Choices() {
  return (
    <Card
      title={t.devUi.choices}
      aside={
        <Menu name={t.devUi.menu}>
          <ul>
            {t.devUi.entries.map((each) => (
              <li key={each}>
                <a href="#main">{each}</a>
              </li>
            ))}
          </ul>
        </Menu>
      }
    >
      <LinkTabs
        label={t.devUi.currency}
        choices={currencies()}
        chosen={currencies()[0]}
        current="page"
        addressOf={() => '/dev/ui'}
      />
      <LinkTabs
        label={t.devUi.choices}
        choices={t.devUi.ranges}
        chosen={t.devUi.ranges[0]}
        current="true"
        addressOf={() => '/dev/ui'}
      />
    </Card>
  )
}

function Tokens() {
  return (
    <>
      <Card title={t.devUi.colours}>
        <ul className="pairs">
          {COLOURS.map((name) => (
            <li key={name} className="tick">
              <span className={styles['swatch']} style={{ background: `var(${name})` }} />{' '}
              <Name of={name} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t.devUi.type}>
        {ofGroup('--text').map((name) => (
          <p key={name} style={{ fontSize: `var(${name})` }}>
            {t.devUi.sample} <Name of={name} />
          </p>
        ))}
      </Card>
      <Card title={t.devUi.spaces}>
        {ofGroup('--space').map((name) => (
          <p key={name} className="buttons">
            <span className={styles['space']} style={{ inlineSize: `var(${name})` }} />{' '}
            <Name of={name} />
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
    <Card title={t.devUi.fields}>
      <div className="pairs">
        <Field label={t.devUi.rate} name="rate" hint={t.devUi.hint}>
          {(control) => <input {...control} inputMode="decimal" />}
        </Field>
        <Field label={t.devUi.rate} name="wrong-rate" errors={[t.devUi.wrong]}>
          {(control) => <input {...control} inputMode="decimal" />}
        </Field>
        <Select label={t.devUi.currency} name="currency" values={currencies()} />
        <DayInput label={t.devUi.day} name="day" max={today} value={day} onDay={setDay} />
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
        {t.devUi.open}
      </Button>
      {open && (
        <ConfirmDialog
          question={t.devUi.question}
          confirmText={t.devUi.confirm}
          onConfirm={() => Promise.resolve()}
          onClose={close}
        >
          <p>{t.devUi.says}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
