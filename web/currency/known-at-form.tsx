import { localAddress } from '../language/page-language.ts'
import { Link } from '../link.tsx'
import { knownAtText } from '../text/en/cited-rate.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/field.tsx'
import { citedAddress, type Citation } from './history-queries.ts'
import styles from './known-at-form.module.css'

interface KnownAtFormProps {
  readonly path: string
  readonly citation: Citation
  readonly onChoose: (address: string) => void
}

/** Asks for the rate as it was known at an instant. A plain form: it works without scripts too. */
export function KnownAtForm({ path, citation, onChoose }: KnownAtFormProps) {
  const { kind, knownAt } = citation
  return (
    <div data-screen-only>
      <Card title={knownAtText.title}>
        <form
          action={localAddress(path)}
          method="get"
          className={styles['fields']}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('known_at')
            onChoose(
              citedAddress(path, {
                kind,
                knownAt: typeof typed === 'string' && typed !== '' ? typed : undefined,
              }),
            )
          }}
        >
          {kind && <input type="hidden" name="kind" value={kind} />}
          <Field label={knownAtText.label} name="known_at">
            {(control) => (
              <input {...control} key={knownAt} type="datetime-local" defaultValue={knownAt} required />
            )}
          </Field>
          <Button type="submit" kind="quiet">
            {knownAtText.show}
          </Button>
        </form>
        {knownAt !== undefined && (
          <p>
            <Link href={citedAddress(path, { kind, knownAt: undefined })}>{knownAtText.knownNow}</Link>
          </p>
        )}
      </Card>
    </div>
  )
}
