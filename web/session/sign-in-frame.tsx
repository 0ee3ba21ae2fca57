import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Mark } from '../layout.tsx'
import { usePage } from '../page-context.ts'
import cardStyles from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { t } from '../../text/sentences.ts'
import styles from './sign-in-frame.module.css'

interface SignInFrameProps {
  readonly title: string
  /** A line under it. */
  readonly lead?: string | undefined
  readonly children: ReactNode
}

/** The narrow card of the screens that have no navbar; the brand on top is the way home. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <div className={styles['frame']}>
      <Link href="/" className={styles['brand']}>
        <Mark />
        <span>{usePage().siteName}</span>
      </Link>
      <div className={cardStyles['card']}>
        <PageTitle lead={lead}>{title}</PageTitle>
        <noscript>
          <div className="above">
            <Notice kind="warning">
              <p>{t.session.needsJavaScript}</p>
            </Notice>
          </div>
        </noscript>
        {children}
      </div>
    </div>
  )
}
