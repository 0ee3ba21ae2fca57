/*
 * Stands in the page before its styles (server/web/page-html.ts), allowed by its hash: the first
 * paint has the theme that was chosen on this device. The key is that of theme-switch.tsx; a file
 * in common would be fetched first.
 */
try {
  const theme = localStorage.getItem('theme')
  if (theme) document.documentElement.dataset['theme'] = theme
} catch {
  // No storage: the device's own.
}
