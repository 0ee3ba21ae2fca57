/*
 * The script of /api/docs/explore, served as it stands here (server/openapi/openapi-routes.ts). The page, its sentences and its forms are the
 * server's: this searches them, copies examples and sends the forms. Nothing of a response becomes HTML.
 */
const COPIED_MS = 2000
/** Longer responses are cut: a year of rates is read in a file, not on a page. */
const MAX_SHOWN = 20_000

const search = /** @type {HTMLFormElement} */ (document.querySelector('#search'))
const token = /** @type {HTMLInputElement} */ (document.querySelector('#token'))
const articles = [...document.querySelectorAll('article')].map((article) => ({
  article,
  text: article.textContent.toLowerCase(),
  item: document
    .querySelector(`.contents a[href="#${article.getAttribute('aria-labelledby')}"]`)
    ?.closest('li'),
}))

/** Shows the endpoints in which every word of the search stands, in the list and in the text. */
function narrow() {
  const words = search.querySelector('input')?.value.toLowerCase().match(/\S+/g) ?? []
  let count = 0
  for (const { article, text, item } of articles) {
    article.hidden = !words.every((word) => text.includes(word))
    if (item) item.hidden = article.hidden
    if (!article.hidden) count++
  }
  for (const group of document.querySelectorAll('.contents > ul > li, .text > section'))
    if (group instanceof HTMLElement && group.querySelector('article, ul'))
      group.hidden = !group.querySelector('article:not([hidden]), li:not([hidden])')
  const said = /** @type {HTMLElement} */ (search.querySelector('[role=status]'))
  said.textContent =
    words.length === 0
      ? ''
      : (said.dataset['found'] ?? '').replace('{count}', `${count}`).replace('{all}', `${articles.length}`)
}

/** Puts a button that copies its text before a block of code. @param {HTMLPreElement} block */
function addCopyButton(block) {
  const button = document.createElement('button')
  const { copy = '', copied = '' } = search.dataset
  const say = (/** @type {string} */ word) => {
    button.textContent = word
    button.setAttribute('aria-label', `${word}: ${block.getAttribute('aria-label')}`)
  }
  button.type = 'button'
  button.className = 'copy'
  say(copy)
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.textContent).then(() => {
      say(copied)
      setTimeout(() => say(copy), COPIED_MS)
    })
  })
  block.before(button)
}

/** The session that the product's own pages keep in this browser (web/session/stored-session.ts). */
function storedToken() {
  try {
    return localStorage.getItem('auth_token')
  } catch {
    return null
  }
}

/** Where a form's request goes. @param {HTMLFormElement} form */
function addressOf(form) {
  let path = form.dataset['path'] ?? ''
  const query = new URLSearchParams()
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const value = field.value.trim()
    if (field.dataset['in'] === 'path') path = path.replace(`:${field.name}`, encodeURIComponent(value))
    else if (value !== '') query.set(field.name, value)
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Sends a form's request, and shows status, time and the response. @param {HTMLFormElement} form */
async function send(form) {
  const said = /** @type {HTMLElement} */ (form.querySelector('[role=status]'))
  const shown = /** @type {HTMLElement} */ (form.querySelector('pre'))
  const bearer = token.value.trim() || storedToken()
  const address = addressOf(form)
  said.textContent = said.dataset['sending'] ?? ''
  const began = performance.now()
  try {
    const response = await fetch(address, bearer ? { headers: { Authorization: `Bearer ${bearer}` } } : {})
    const bytes = await response.arrayBuffer()
    const type = response.headers.get('Content-Type') ?? ''
    const facts = [
      response.status,
      `${Math.round(performance.now() - began)} ms`,
      `${bytes.byteLength} bytes`,
    ]
    said.textContent = `GET ${address}: ${facts.join(' · ')}`
    const isText = /^text\/|json/.test(type)
    shown.hidden = !isText
    if (isText && shown.firstElementChild)
      shown.firstElementChild.textContent = readable(new TextDecoder().decode(bytes), type)
  } catch {
    said.textContent = said.dataset['failed'] ?? ''
    shown.hidden = true
  }
}

/** A response as it is shown. @param {string} text @param {string} type */
function readable(text, type) {
  const whole = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text
  return whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole
}

search.addEventListener('input', narrow)
search.addEventListener('submit', (event) => event.preventDefault())
// Without a secure connection a browser gives no clipboard.
if (window.isSecureContext)
  for (const block of document.querySelectorAll('pre')) if (!block.closest('form')) addCopyButton(block)
for (const form of document.querySelectorAll('form'))
  if (form.classList.contains('try'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
