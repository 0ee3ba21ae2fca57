import { expect, test } from 'vitest'
import { scanPage } from './cbsl-page.ts'
import { FeedError } from './publisher-requests.ts'

const MIB = 1024 * 1024
const repeated = (part: (index: number) => string) => {
  let html = ''
  for (let index = 0; html.length < MIB; index++) html += part(index)
  return html
}

test.each<[string, (index: number) => string]>([
  ['nested formatting', (index) => `<font c=${index}><p>`],
  ['nested tables', () => '<table><tr><td>'],
  ['paragraphs', () => '<p>'],
  ['list items', () => '<li>'],
  ['attributes', (index) => (index === 0 ? '<a ' : `a${index} `)],
  ['entities', () => '&amp;&nope'],
  ['brackets', () => '<'],
  ['cells', () => '<td>1</td>'],
  ['a comment', (index) => (index === 0 ? '<!--' : '-')],
  ['spaces in a heading', (index) => (index === 0 ? '<h2>' : ' ')],
])('1 MiB of %s holds the event loop for 50 ms at most', (_, part) => {
  const html = repeated(part)
  const run = () => {
    const begun = process.threadCpuUsage()
    try {
      scanPage(html)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
    }
    return process.threadCpuUsage(begun).user / 1000
  }
  // The first run compiles, and another thread may collect garbage during any.
  expect(Math.min(run(), run(), run())).toBeLessThan(50)
})

test('the tables of 60 days and 55 currencies are within the limits', () => {
  const row = '<tr><td>2025-05-19</td><td>298.8165</td><td>0.0033</td></tr>'
  const table = `<h2 id="x">US Dollar</h2><div class="y"><table class="rates">${row.repeat(61)}</table></div>`
  expect(scanPage(table.repeat(55)).filter((part) => typeof part === 'string')).toHaveLength(55)
})
