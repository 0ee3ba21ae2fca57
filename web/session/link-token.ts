import { useEffect, useState } from 'react'

/**
 * The token of an email's link, such as `/login#token=…`, and how to forget it. It is taken out of the address bar as soon as it is
 * seen, so that it is in no history, bookmark or screenshot.
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
  return [token, () => setToken(undefined)]
}
