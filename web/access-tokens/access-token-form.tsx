import { use, useRef, useState } from 'react'
import { createAccessToken, createAccessTokenBody } from '../../contract/access-token.ts'
import { call, faultOf } from '../api.ts'
import { Cache } from '../query.ts'
import { Button } from '../ui/button.tsx'
import { checkForm, type FieldErrors } from '../ui/check-form.ts'
import { Field } from '../ui/field.tsx'
import { focusFirstWrong } from '../ui/focus-first-wrong.ts'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { useAct } from '../ui/use-act.ts'
import styles from './access-tokens.module.css'
import { NewToken } from './new-token.tsx'

const SCOPES = [
  { value: 'read', text: 'Read' },
  { value: 'write', text: 'Read and write' },
]

/** Makes a token and shows it this once, unless it is the one revoked last. */
export function AccessTokenForm({ revoked }: { readonly revoked: number | undefined }) {
  const cache = use(Cache)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [made, setMade] = useState<{ id: number; name: string; token: string }>()
  const making = useAct(async () => {
    if (!form.current) return
    const checked = checkForm(createAccessTokenBody, Object.fromEntries(new FormData(form.current)))
    const { errors: wrong = {} } = checked
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (checked.errors) return
    try {
      const { token, data } = await call(createAccessToken, { body: checked.input })
      setMade({ id: data.id, name: data.name, token })
      form.current.reset()
      cache.invalidate('/api/auth/access-tokens')
    } catch (thrown) {
      setErrors(faultOf(thrown).fields)
      throw thrown
    }
  })
  return (
    <>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void making.run()
        }}
      >
        <Field label="Name" name="name" errors={errors['name']}>
          {(control) => (
            <input
              {...control}
              placeholder="Treasury spreadsheet"
              maxLength={60}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Select label="May" name="scope" options={SCOPES} errors={errors['scope']} />
        <Button type="submit" kind="quiet" busy={making.busy} busyText="Making...">
          Make a token
        </Button>
      </form>
      {making.fault && <Notice kind="error">{making.fault.message}</Notice>}
      {made && made.id !== revoked && (
        <NewToken key={made.token} name={made.name} token={made.token} onDone={() => setMade(undefined)} />
      )}
    </>
  )
}
