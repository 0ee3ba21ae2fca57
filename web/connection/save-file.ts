/** Browsers read the content after the press has returned; this is long past that. */
const REVOKE_AFTER_MS = 60_000

/** Hands content to the browser to save under a name. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
