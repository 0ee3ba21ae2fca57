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

const POSITIONS_KEY = 'scroll_positions'
const POSITIONS_KEPT = 50

type Position = readonly [index: number, y: number]

const readPositions = () => storedJson<readonly Position[]>('sessionStorage', POSITIONS_KEY) ?? []

/** Keeps the scroll position of an entry of this tab's history. */
export function keepPosition(index: number): void {
  const others = readPositions().filter(([each]) => each !== index)
  const positions: readonly Position[] = [...others.slice(1 - POSITIONS_KEPT), [index, scrollY]]
  store('sessionStorage', POSITIONS_KEY, JSON.stringify(positions))
}

export function restorePosition(index: number): void {
  scrollTo(0, readPositions().find(([each]) => each === index)?.[1] ?? 0)
}
