type Area = 'localStorage' | 'sessionStorage'

/**
 * What the browser keeps under a key: null for nothing, undefined where it refuses storage, as on
 * the server, which has none.
 */
export function stored(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key)
  } catch {
    return undefined
  }
}

/**
 * The same of what was kept as JSON; null where that is none. The caller says what it kept there.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- said once by the caller instead of cast at each
export function storedJson<T>(area: Area, key: string): T | null {
  try {
    return JSON.parse(stored(area, key) ?? 'null') as T | null
  } catch {
    return null
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
