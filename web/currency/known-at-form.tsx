import { Link } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/field.tsx'
import styles from './known-at-form.module.css'

interface KnownAtFormProps {
  readonly path: string
  /** In Colombo's time, `2026-09-29T15:30`. */
  readonly knownAt: string | undefined
  readonly onChoose: (address: string) => void
}

/** Asks for the rate as it was known at an instant. A plain form: it works without scripts too. */
export function KnownAtForm({ path, knownAt, onChoose }: KnownAtFormProps) {
  return (
    <div className={styles['form']}>
      <Card title="As known on">
        <form
          action={path}
          method="get"
          className={styles['fields']}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('known_at')
            onChoose(typeof typed === 'string' && typed !== '' ? `${path}?known_at=${typed}` : path)
          }}
        >
          <Field label="Day and time in Sri Lanka" name="known_at">
            {(control) => (
              <input {...control} key={knownAt} type="datetime-local" defaultValue={knownAt} required />
            )}
          </Field>
          <Button type="submit" kind="quiet">
            Show
          </Button>
        </form>
        {knownAt !== undefined && (
          <p>
            <Link href={path}>As known now</Link>
          </p>
        )}
      </Card>
    </div>
  )
}
