import { useEffect, useId, useRef, useState } from 'react'
import { navigate } from '../router.tsx'
import { Link } from '../link.tsx'
import { useAuth } from '../session/stored-session.ts'
import { signOut } from '../session/session-state.ts'
import { userMenuText } from '../text/en/sign-in.ts'
import { screensText } from '../text/en/screens.ts'
import styles from './user-menu.module.css'

const PLACES = [
  { href: '/manage', text: userMenuText.manage },
  { href: '/calendar', text: screensText.calendar },
  { href: '/customs', text: screensText.customs },
  { href: '/auditlog', text: screensText.auditTrail },
  { href: '/sessions', text: screensText.sessions },
  { href: '/account', text: screensText.account },
] as const
const ADMIN_PLACE = { href: '/admin', text: screensText.admin } as const

function leave(): void {
  signOut()
  // At once, before the guard sees that nobody is signed in: who leaves on purpose is not to be led back here.
  navigate('/login')
}

/** Who is signed in, and what they can do about it. Closes on Escape, on a press elsewhere, and when something is chosen. */
export function UserMenu({ email }: { email: string }) {
  const auth = useAuth()
  const places = auth.state === 'signed-in' && auth.admin ? [...PLACES, ADMIN_PLACE] : PLACES
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const pressedElsewhere = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', pressedElsewhere)
    document.addEventListener('focusin', pressedElsewhere)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', pressedElsewhere)
      document.removeEventListener('focusin', pressedElsewhere)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div ref={menu} className={styles['menu']}>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles['email']}>{email || screensText.account}</span>
        <span aria-hidden="true">▾</span>
      </button>
      <ul id={id} hidden={!open} className={styles['list']}>
        {places.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} className={styles['item']} onClick={() => setOpen(false)}>
              {text}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={styles['item']} onClick={leave}>
            {userMenuText.logout}
          </button>
        </li>
      </ul>
    </div>
  )
}
