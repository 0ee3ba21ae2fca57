import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { t } from '../../text/sentences.ts'
import { type ApiError, call, errorSentence, toApiError } from '../api.ts'
import { emailLanguage } from '../language.ts'
import { Link } from '../link.tsx'
import { navigate, useHistoryState, useMessage } from '../pages.tsx'
import { useLinkToken } from '../session/link-token.ts'
import { endStoredSession, type EndOfSession } from '../session/stored-session.ts'
import { Button, useAction } from '../ui/button.tsx'
import { hasDraft } from '../ui/form/draft.ts'
import { Field } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sentence } from '../ui/time.tsx'
import { Spinner } from '../ui/waiting.tsx'
import {
  keepCodeRequest,
  openSession,
  registeredName,
  requestCode,
  useKeptCodeRequest,
  type CodeRequest,
} from './code-request.ts'
import { CodeStep } from './code-step.tsx'
import { MailboxNotice, SignInFrame, SignInName } from './sign-in-frame.tsx'
import styles from '../session/session.module.css'

export function Component() {
  const [token, forgetToken] = useLinkToken()
  const [deadLink, setDeadLink] = useState<string>()
  if (token === undefined) return <LoginByCode deadLink={deadLink} />
  const onDead = (sentence: string) => {
    setDeadLink(sentence)
    forgetToken()
  }
  return (
    <SignInFrame
      title={t.screens.login}
      ways={
        <Button kind="link" onClick={forgetToken}>
          {t.login.useCode}
        </Button>
      }
    >
      <EmailLink key={token} token={token} onDead={onDead} />
    </SignInFrame>
  )
}

/** `deadLink` is the server's sentence about a link that was opened before. */
function LoginByCode({ deadLink }: { readonly deadLink: string | undefined }) {
  const kept = useKeptCodeRequest()
  const [newest, setRequest] = useState<CodeRequest | null>()
  const request = newest === undefined ? kept : newest
  const [corrected, setCorrected] = useState<string>()
  const knownEmail = useHistoryState<{ email?: string }>()?.email
  const before = deadLink !== undefined && (
    <div className="mb">
      <Notice kind="warning">
        <p>{deadLink}</p>
        {!request && <p>{t.login.newCodeHint}</p>}
      </Notice>
    </div>
  )
  const register = <Link href="/register">{t.screens.register}</Link>
  if (!request)
    return (
      <SignInFrame
        title={t.screens.login}
        lead={t.login.lead}
        ways={
          <span>
            <Sentence text={t.login.noAccount} link={register} />
          </span>
        }
      >
        <SessionEnded />
        {before}
        <EmailStep
          email={corrected ?? knownEmail ?? ''}
          isCorrected={corrected !== undefined}
          onRequest={setRequest}
        />
      </SignInFrame>
    )
  const useOtherEmail = () => {
    setCorrected(request.email)
    keepCodeRequest(undefined)
    setRequest(null)
  }
  return (
    <SignInFrame title={t.screens.login} below={<MailboxNotice />}>
      {before}
      <CodeStep request={request} onRequest={setRequest} />
      <p className={styles['other']}>
        <Button kind="link" onClick={useOtherEmail}>
          {t.login.otherEmail}
        </Button>
      </p>
    </SignInFrame>
  )
}

function SessionEnded() {
  const ended = useMessage<{ ended?: EndOfSession }>()?.ended
  if (!ended) return null
  return (
    <div className="mb">
      <Notice kind="info">
        <p>{ended === 'elsewhere' ? t.login.signedOutElsewhere : t.session.ended}</p>
        {hasDraft() && <p>{t.login.typedIsKept}</p>}
      </Notice>
    </div>
  )
}

interface EmailStepProps {
  readonly email: string
  /** The user came back to correct it. */
  readonly isCorrected: boolean
  readonly onRequest: (request: CodeRequest) => void
}

function EmailStep({ email, isCorrected, onRequest }: EmailStepProps) {
  const [isEmpty, setEmpty] = useState(email === '')
  const [failure, setFailure] = useState<ApiError>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The browser may have filled in the field, or the user before the scripts were loaded.
    setEmpty(!field.current?.value)
    if (isCorrected) field.current?.select()
  }, [email, isCorrected])
  const send = async (fields: Readonly<Record<string, string>>) => {
    setFailure(undefined)
    try {
      onRequest(await requestCode(fields['email']?.trim() ?? ''))
    } catch (thrown) {
      endStoredSession() // specification, section 7
      setFailure(toApiError(thrown))
      throw thrown
    }
  }
  const isUnknown = failure?.code === 'not_registered'
  return (
    <Form className="fields" values={{ email }} onSend={send}>
      <Field
        ref={field}
        label={t.login.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        onInput={({ currentTarget }) => {
          setEmpty(currentTarget.value === '')
          setFailure(undefined)
        }}
      />
      <div className="buttons">
        {isUnknown && (
          <Button
            wide
            onClick={() => void navigate('/register', { state: { email: field.current?.value } })}
          >
            {t.screens.register}
          </Button>
        )}
        <SubmitButton
          kind={isUnknown ? 'quiet' : 'primary'}
          wide
          disabled={isEmpty}
          busyText={t.login.sendingCode}
        >
          {t.login.sendCode}
        </SubmitButton>
      </div>
      {failure && <SendError error={failure} />}
    </Form>
  )
}

/** The specification's sentence comes first, except after a limit. */
function SendError({ error }: { readonly error: ApiError }) {
  const [first, then] =
    error.code === 'not_registered'
      ? [t.login.notRegistered]
      : error.status === 200
        ? [error.message, t.login.notRegistered]
        : error.status === 429
          ? [errorSentence(error), t.login.notRegistered]
          : [t.login.notRegistered, t.login.ifRegistered({ error: errorSentence(error) })]
  return (
    <Notice kind="error" isOutcome>
      <p>{first}</p>
      {then !== undefined && <p>{then}</p>}
    </Notice>
  )
}

interface EmailLinkProps {
  readonly token: string
  readonly onDead: (sentence: string) => void
}

type LinkOwner = ResponseOf<'POST /api/auth/link'>['data']

/** Signs in on a press only, because mail scanners open every link. */
function EmailLink({ token, onDead }: EmailLinkProps) {
  const [owner, setOwner] = useState<LinkOwner>()
  const unlessDead = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      const { mayPass, status, message } = toApiError(thrown)
      if (mayPass || status < 400 || toApiError(thrown).fields['name']) throw thrown
      onDead(message)
    }
  }
  const inspecting = useAction(() =>
    unlessDead(async () => setOwner((await call('POST /api/auth/link', { body: { token } })).data)),
  )
  const inspect = useEffectEvent(() => void inspecting.run())
  useEffect(() => inspect(), [])
  if (!owner)
    return inspecting.error ? (
      <LinkError error={inspecting.error}>
        <Button wide onClick={() => void inspecting.run()}>
          {t.login.retryLink}
        </Button>
      </LinkError>
    ) : (
      <Spinner label={t.ui.checkingLink} />
    )
  const { email, name, name_proposed: isProposed } = owner
  const known = isProposed ? registeredName(email) : name
  const signIn = (fields: Readonly<Record<string, string>>) =>
    unlessDead(async () => {
      const chosen = isProposed ? (known ?? fields['name']) : undefined
      const body = { token, ...(chosen && { name: chosen }), ...emailLanguage() }
      openSession(await call('POST /api/auth/authenticate', { body }), email)
    })
  return (
    <Form className="fields" onSend={signIn}>
      <p className="breakable">{t.login.linkOf({ email })}</p>
      <SignInName known={known} proposed={name} />
      <FormError>{(error) => errorSentence(error)}</FormError>
      <SubmitButton wide autoFocus>
        {t.login.signIn}
      </SubmitButton>
    </Form>
  )
}

function LinkError({
  error,
  children,
}: {
  readonly error: ApiError
  readonly children: ReactNode
}) {
  return (
    <div className="fields">
      <Notice kind="error">{errorSentence(error)}</Notice>
      {children}
    </div>
  )
}
