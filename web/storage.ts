type Area = 'localStorage' | 'sessionStorage'

/** Null if there is none, undefined if the browser blocks storage. */
export function stored(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key)
  } catch {
    return undefined
  }
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function storedJson<T>(area: Area, key: string): T | null {
  try {
    return JSON.parse(stored(area, key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Returns false if the browser blocks storage. */
export function store(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}
