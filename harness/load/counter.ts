export class Counter<Key extends string | number> extends Map<Key, number> {
  note(key: Key, count = 1): void {
    this.set(key, (this.get(key) ?? 0) + count)
  }

  get total(): number {
    return [...this.values()].reduce((sum, count) => sum + count, 0)
  }

  without(...keys: readonly Key[]): Counter<Key> {
    return new Counter([...this].filter(([key]) => !keys.includes(key)))
  }

  get words(): string {
    return [...this]
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
      .map(([key, count]) => `${count} × ${key}`)
      .join(', ')
  }
}
