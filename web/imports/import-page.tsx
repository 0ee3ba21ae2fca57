import { type Place, usePlace } from '../pages.tsx'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IMPORT_SUBJECTS, type ImportSubject } from '../../domain/row-status.ts'
import type { RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { addressOf, BASE } from '../api.ts'
import { withRetries } from '../connection/connection.tsx'
import { Card } from '../ui/card.tsx'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { Select } from '../ui/form/select.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ABOUT_DRAFT, AboutRows, guessedSubject, loadCheckAhead, readAbout } from './about-rows.tsx'
import { EarlierImports, importsQuery } from './earlier-imports.tsx'
import { ImportOutcome, lookingText, Progress } from './import-outcome.tsx'
import { ImportSource } from './import-source.tsx'
import styles from './import.module.css'
import { wordsOf } from './row-words.ts'
import { useImport, type ImportChoice } from './use-import.ts'

/** What an address says that is imported. */
const namedSubject = ({ search }: Place): ImportSubject | undefined =>
  IMPORT_SUBJECTS.find((each) => each === search.get('subject'))

export const loader = (place: Place) => [importsQuery(namedSubject(place) ?? 'rates')]

const loadLooked = () => import('./looked-rows.tsx')
/** Loaded once somebody turns to the rows: it reads sheets too. */
const LookedRows = lazy(() => withRetries(loadLooked))

/**
 * A block of rows at once: shown row by row with a verdict, then imported with one press, and
 * undone with another.
 */
export function Component() {
  const place = usePlace()
  const named = namedSubject(place)
  const kept = useFormDraft('import').values['rows'] ?? ''
  const [subject, setSubject] = useState(named ?? guessedSubject(kept) ?? 'rates')
  const state = useImport('import', useFormDraft(ABOUT_DRAFT).forget)
  const { looking, round } = state
  const given = useRef('')
  const { form, errors } = useForm({
    check: (fields) => readAbout(subject, given.current, fields),
    send: ({ text, ...choice }) =>
      state.begin(text, subject === 'rates' ? ofNextRates(looking.choice, text) : choice),
  })
  const begin = async (text: string, isNewest: () => boolean) => {
    given.current = text
    const guessed = guessedSubject(text)
    // The form asks at once for what is missing.
    if (guessed) flushSync(() => setSubject(guessed))
    // Loaded first: while one check waits for it, the form would pass over the next rows.
    if ((guessed ?? subject) !== 'rates') await loadCheckAhead()
    if (isNewest()) form.ref.current?.requestSubmit()
  }
  const choose = (chosen: ImportSubject) => {
    looking.forget()
    setSubject(chosen)
  }
  return (
    <>
      <PageTitle lead={t.import.lead}>{t.screens.import}</PageTitle>
      <Card title={t.import.sheetTitle} isTitleHeard>
        <div className="fields" onFocus={loadAhead} onPointerOver={loadAhead}>
          <ImportSource
            key={`rows ${round}`}
            state={state}
            about={
              <>
                <div className={styles['basis']}>
                  <SubjectSelect value={subject} disabled={state.importing.busy} onValue={choose} />
                  {subject === 'rates' && <RateFiles kind={kindOf(looking.choice)} />}
                </div>
                <AboutRows
                  key={`${subject} ${round}`}
                  {...{ subject, form, errors }}
                  onInput={looking.forget}
                />
              </>
            }
            texts={wordsOf(subject).source}
            onText={(text, isNewest) => void begin(text, isNewest)}
          />
          <ImportOutcome state={state} />
          {looking.preview && (
            <Suspense fallback={<Progress>{lookingText(looking.text)}</Progress>}>
              <LookedRows state={state} />
            </Suspense>
          )}
          {!looking.text && <EarlierImports subject={subject} state={state} />}
        </div>
      </Card>
    </>
  )
}

/** What was said of rates before, as far as it holds for the next ones. */
const ofNextRates = (choice: ImportChoice, text: string) =>
  loadLooked().then(
    ({ ofNextRows }) => ofNextRows(choice, text),
    () => ({}),
  )

/** A failure is met again when the rows are looked at. */
const loadAhead = () => void loadLooked().catch(() => undefined)

interface SubjectSelectProps {
  readonly value: ImportSubject
  readonly disabled: boolean
  readonly onValue: (subject: ImportSubject) => void
}

/** What is imported. */
function SubjectSelect(props: SubjectSelectProps) {
  return (
    <div className={styles['subject']}>
      <Select
        {...props}
        label={t.import.subject}
        name="subject"
        values={IMPORT_SUBJECTS}
        textOf={(each) => t.import.subjects[each]}
      />
    </div>
  )
}

const kindOf = (choice: object) => ('kind' in choice ? (choice.kind as RateKind) : undefined)

/** The rates that are known now as sheets that can be imported. */
const RateFiles = ({ kind }: { readonly kind: RateKind | undefined }) => (
  <p className={styles['files']}>
    <span className="second-line">{t.rateImport.files}</span>
    {(['wide', 'long'] as const).map((layout) => (
      <a
        key={layout}
        className="tap"
        href={BASE + addressOf('GET /api/exchange-rate/history.xlsx', { query: { layout, kind } })}
        download
      >
        {t.rateImport.fileNames[layout]}
      </a>
    ))}
  </p>
)
