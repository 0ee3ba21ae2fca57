/* Shows and chooses the theme, as web/theme/ does in the pages of the application. */
const show = () => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('theme') ?? theme
  } catch {
    // No storage: the device's own.
  }
  document.documentElement.dataset.theme = theme
  const field = document.querySelector('.theme select')
  if (field) field.value = theme
}
show()
addEventListener('DOMContentLoaded', show)
addEventListener('storage', show)
addEventListener('change', ({ target }) => {
  if (!target.matches('.theme select')) return
  try {
    if (target.value === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', target.value)
  } catch {
    // It counts until the page is left.
  }
  document.documentElement.dataset.theme = target.value
})
