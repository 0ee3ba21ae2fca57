const RING = { cx: 6, cy: 6, r: 5.1, fill: 'none', strokeWidth: 1.75 } as const

/** In the order of the legend. */
export const DAY_MARKS = ['published', 'by hand', 'partial', 'missing'] as const
export type DayMarkName = (typeof DAY_MARKS)[number]

/** The rate of a day. Hidden from screen readers: the name of the day says it. */
export function DayMark({ mark }: { readonly mark: DayMarkName | undefined }) {
  return (
    <svg width="0.75rem" height="0.75rem" viewBox="0 0 12 12" aria-hidden="true">
      {mark === 'published' && <circle cx="6" cy="6" r="6" fill="var(--act)" />}
      {mark === 'by hand' && <circle {...RING} stroke="var(--act)" />}
      {mark === 'missing' && (
        <circle
          {...RING}
          stroke="var(--ink-2)"
          strokeDasharray="2.5 2.84"
          strokeDashoffset="1.25"
        />
      )}
      {mark === 'partial' && (
        <>
          <circle {...RING} stroke="var(--warn-edge)" />
          <path d="M6 .9a5.1 5.1 0 0 0 0 10.2z" fill="var(--warn-edge)" />
        </>
      )}
    </svg>
  )
}

export const DAY_SIGNS = ['poya', 'holiday'] as const
export type DaySignName = (typeof DAY_SIGNS)[number]

/** `name` is the API's, in English. The day after a Poya day may be a holiday too. */
export const holidaySign = (name: string): DaySignName =>
  name.includes('Poya') && !name.startsWith('Day following') ? 'poya' : 'holiday'

/** The kind of day: a full moon, or the flag of another bank holiday. */
export function DaySign({ sign }: { readonly sign: DaySignName | undefined }) {
  return (
    <svg width="0.625rem" height="0.625rem" viewBox="0 0 10 10" aria-hidden="true">
      {sign === 'poya' && (
        <>
          <circle
            cx="5"
            cy="5"
            r="4.55"
            fill="var(--moon)"
            stroke="var(--moon-edge)"
            strokeWidth=".9"
          />
          <circle cx="3.6" cy="3.8" r="1.2" fill="var(--moon-spot)" />
          <circle cx="6.3" cy="6.4" r="1" fill="var(--moon-spot)" />
        </>
      )}
      {sign === 'holiday' && (
        <path fill="var(--ink-2)" d="M1 0h1.4v10H1zM3.1.8h6.4L7.7 3.4l1.8 2.6H3.1z" />
      )}
    </svg>
  )
}
