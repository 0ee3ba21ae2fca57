import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Mark } from '../mark.tsx'
import { usePage } from '../page-context.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { t } from '../../text/sentences.ts'
import styles from './sign-in-frame.module.css'

interface SignInFrameProps {
  readonly title: string
  readonly children: ReactNode
}

/** The narrow card of the screens that have no navbar; the brand on top is the way home. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  return (
    <div className={styles['frame']}>
      <Link href="/" className={styles['brand']}>
        <Mark />
        <span>{usePage().providerName}</span>
      </Link>
      <div className={styles['card']}>
        <PageTitle>{title}</PageTitle>
        <noscript className={styles['word']}>
          <Notice kind="warning">
            <p>{t.session.needsJavaScript}</p>
          </Notice>
        </noscript>
        {children}
      </div>
    </div>
  )
}
