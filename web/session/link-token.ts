import { useEffect, useState } from 'react'

/** `auxclick` is a press of the middle button. */
const PRESSES = ['click', 'auxclick']

/**
 * Returns the token of an email's link (`/login#token=…`) and a function that forgets it. Removes
 * it from the address bar at once, so that no history, bookmark or screenshot contains it. Links to
 * the page in another language pass it on.
 */
export function useLinkToken(
  name: 'token' | 'unsubscribe' = 'token',
): readonly [token: string | undefined, forget: () => void] {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1)).get(name)
      if (found === null) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setToken(found)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [name])
  useEffect(() => {
    if (token === undefined) return
    const carry = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
      if (!link) return
      link.hash = `${name}=${token}`
      // After the press has followed the link, so that nobody copies the token.
      setTimeout(() => (link.hash = ''))
    }
    for (const press of PRESSES) addEventListener(press, carry)
    return () => PRESSES.forEach((press) => removeEventListener(press, carry))
  }, [name, token])
  return [token, () => setToken(undefined)]
}
