/*
 * Shows the theme that was chosen on this device and keeps what is chosen at the foot. Stands in
 * every page before its styles, allowed by its hash, so that the first paint has it: as built
 * (server/web/page-html.ts) and, where the application does not render the page, as it is here,
 * without types (server/text/page-frame.ts).
 */
const applyTheme = () => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('theme') ?? theme
  } catch {
    // No storage: the device's own.
  }
  document.documentElement.dataset['theme'] = theme
  for (const field of document.getElementsByName('theme'))
    if (field instanceof HTMLSelectElement) field.value = theme
}

applyTheme()
addEventListener('DOMContentLoaded', applyTheme)
// Another tab's choice is this one's too.
addEventListener('storage', applyTheme)
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== 'theme') return
  try {
    localStorage.setItem('theme', target.value)
  } catch {
    // It counts until the page is left.
  }
  document.documentElement.dataset['theme'] = target.value
})
