import { useEffect, useState } from 'react'

/** With a mouse's middle button it is the second. */
const PRESSES = ['click', 'auxclick']

/**
 * The token of an email's link, such as `/login#token=…`, and how to forget it. It is taken out of
 * the address bar as soon as it is seen, so that it is in no history, bookmark or screenshot. The
 * same page in another language gets it as this one did, in the part of the address that is sent to
 * nobody, when its link is pressed.
 */
export function useLinkToken(
  name: 'token' | 'link' | 'unsubscribe' = 'token',
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
      // The press has followed it by then, and nobody copies it from there.
      setTimeout(() => (link.hash = ''))
    }
    for (const press of PRESSES) addEventListener(press, carry)
    return () => PRESSES.forEach((press) => removeEventListener(press, carry))
  }, [name, token])
  return [token, () => setToken(undefined)]
}
