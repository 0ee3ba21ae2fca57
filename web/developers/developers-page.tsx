import { Fragment, useId } from 'react'
import { usualCurrency } from '../../domain/currency.ts'
import { t } from '../../text/sentences.ts'
import { usePage } from '../page-context.ts'
import { buttonClass, CopyButton } from '../ui/button.tsx'
import { PageTitle } from '../ui/card.tsx'
import '../ui/work.css'

export function Component() {
  const { origin, today } = usePage()
  return (
    <>
      <PageTitle
        lead={t.developers.lead}
        aside={
          <a href="/api/docs" className={buttonClass('quiet')}>
            {t.developers.all}
          </a>
        }
      >
        {t.layout.api}
      </PageTitle>
      <div className="card ruled settings">
        {listUses(origin, today).map(({ use, codes }) => (
          <Use key={use} use={use} codes={codes} />
        ))}
      </div>
    </>
  )
}

type UseName = keyof typeof t.developers.uses

interface UseProps {
  readonly use: UseName
  readonly codes: readonly string[]
}

function Use({ use, codes }: UseProps) {
  const id = useId()
  const { title, text } = t.developers.uses[use]
  return (
    <section aria-labelledby={id}>
      <div className="mb">
        <h2 id={id}>{title}</h2>
        <p className="muted">{text}</p>
      </div>
      <ul>
        {codes.map((code) => (
          <li key={code} className="well buttons code-line">
            <pre>
              {code.split('\n').map((line, at) => (
                <span key={at}>{withBreaks(line)}</span>
              ))}
            </pre>
            <CopyButton figure={code} kind="quiet">
              {t.developers.copy}
              <span className="visually-hidden"> {title}</span>
            </CopyButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A long line breaks between the parts of an address or formula, not at a hyphen or before a `\`. */
const withBreaks = (line: string) =>
  line.split(/(?<=[/&,(? ])(?![/\\ ])/).map((part, at) => (
    <Fragment key={at}>
      {/[-\\]/.test(part) ? <span>{part}</span> : part}
      <wbr />
    </Fragment>
  ))

/** Codes are the same in every language. */
function listUses(origin: string, today: string): readonly UseProps[] {
  const currency = usualCurrency()
  const value = `"${origin}/api/value/${currency}/"&TEXT(A2,"yyyy-mm-dd")&".txt"`
  return [
    { use: 'cell', codes: [`=NUMBERVALUE(WEBSERVICE(${value}),".")`, `=IMPORTDATA(${value})`] },
    {
      use: 'table',
      codes: [
        `let
  Source = Csv.Document(Web.Contents("${origin}", [
    RelativePath = "api/export/all.csv",
    Query = [from = "${today.slice(0, 4)}-01-01"]])),
  Rows = Table.PromoteHeaders(Source),
  Rates = Table.TransformColumnTypes(Rows,
    {{"date", type date}, {"rate", type number}}, "en-US")
in
  Rates`,
      ],
    },
    {
      use: 'enter',
      codes: [
        // RATE is no JSON: the example publishes nothing before a figure stands there.
        `curl ${origin}/api/exchange-rate/manual \\
  -H "Authorization: Bearer $TOKEN" \\
  --json '{"date":"${today}","base_currency":"${currency}","rate":RATE}'`,
      ],
    },
    {
      use: 'erpnext',
      codes: [
        `${origin}/api/compat/frankfurter/v2/rate/{from_currency}/{to_currency}`,
        'date = {transaction_date}',
        'policy = purchase-invoice',
      ],
    },
    {
      use: 'feeds',
      codes: [`${origin}/feed/${currency}.atom`, `${origin}/calendar.ics`],
    },
  ]
}
