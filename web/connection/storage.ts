type Area = 'localStorage' | 'sessionStorage'

/** What the browser keeps under a key: null for nothing, undefined where it refuses storage, as on the server, which has none. */
export function stored(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key)
  } catch {
    return undefined
  }
}

/** Has the browser keep a text, or forget it; false where it refuses. */
export function store(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}
