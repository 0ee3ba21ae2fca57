import { useRef } from 'react'
import { chartText as TEXT } from '../../text/en/currency.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { PictureFormat } from './chart-picture.ts'
import styles from './chart-controls.module.css'

/** Saves the chart that stands in the same section, as a picture. */
export function PictureButtons({ title }: { title: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  const saving = useAction(async (format: PictureFormat) => {
    const { saveChart } = await import('./chart-picture.ts')
    const figure = place.current?.closest('section')?.querySelector('figure')
    if (figure) await saveChart(figure, title, format)
  })
  return (
    <p ref={place} className={styles['picture']} data-screen-only>
      {TEXT.picture}
      {(['svg', 'png'] as const).map((format) => (
        <Button key={format} kind="link" busy={saving.busy} onClick={() => void saving.run(format)}>
          {format.toUpperCase()}
        </Button>
      ))}
      {saving.error && TEXT.pictureFailed}
    </p>
  )
}
