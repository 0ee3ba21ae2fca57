import type { BrowserContext, Page } from 'playwright-core'
import { currencies } from '../domain/currency.ts'
import { currencyName } from '../text/sentences.ts'

/** A figure together with the labels that a reader takes it by. */
export interface ShownFigure {
  /** Where on the screen it stands, such as `summary` or `converter`. */
  readonly where: string
  readonly currency: string
  /** What a screen calls the kind; empty where it names none. */
  readonly kind: string
  /** `YYYY-MM-DD`, or the last day of the week that an average is of. */
  readonly day: string
  readonly figure: string
}

/**
 * Reads every labelled figure out of the document whenever it or its styles change and in the two
 * frames after, by what a reader sees: captions, headings, row headings, the days beside them.
 * Nothing is read from the product's own state.
 */
const RECORDER = `(() => {
  const NAMES = ${JSON.stringify(Object.fromEntries(currencies().map((each) => [each, currencyName(each)])))}
  const MONTHS = ['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec']
  const seen = new Map()
  const all = (selector, under) => [...(under?.querySelectorAll(selector) ?? [])]
  const text = (element) => (element?.innerText ?? '').replace(/\\s+/g, ' ').trim()
  const number = (string) => /\\d[\\d,]*\\.\\d{4}(?!\\d)/.exec(string)?.[0]
  const day = (string) => {
    const found = /(\\d{1,2}) ([A-Z][a-z]{2}) (\\d{4})/.exec(string)
    return found && [found[3], String(MONTHS.indexOf(found[2]) + 1).padStart(2, '0'), found[1].padStart(2, '0')].join('-')
  }
  const table = (caption) => all('table', document).find((each) => caption.test(each.caption?.textContent ?? ''))
  const figuresNow = () => {
    const found = []
    for (const closed of all('main details:not([open]):has(table)', document)) closed.open = true
    const put = (where, currency, kind, day, figure) => {
      if (figure) found.push({ where, currency: currency ?? 'none', kind: kind ?? '', day: day ?? 'none', figure })
    }
    const kindIn = (string) => /Bank (?:buys|sells) \\(TT\\)|[Cc]ustoms/.exec(string)?.[0] ?? ''
    const linked = (row) => {
      const { pathname, searchParams } = new URL(row.querySelector('a').href)
      const [, , currency, day] = pathname.split('/')
      return { currency, day, kind: (searchParams.get('kind') ?? '').replace(/^tt-(buy|sell)ing$/, 'Bank $1s (TT)') }
    }
    for (const board of [table(/^Current rate/), table(/^Rates in rupees$/)]) {
      if (!board) continue
      const titles = all('thead th', board).map(text)
      const foot = text(all('p', board.parentElement.parentElement).at(-1))
      for (const row of all('tbody tr', board)) {
        const cells = all('th, td', row).map(text)
        const at = (title) => cells[titles.indexOf(title)] ?? ''
        const code = text(row.querySelector('th a')).slice(0, 3)
        const own = day(cells[0]) ?? day(text(document.querySelector('main header p')))
        const where = row.querySelector('[aria-current]') ? 'summary' : 'board'
        put(where, code, kindIn(foot), own, number(at('Current Rate (LKR)')))
        put('average', code, kindIn(foot), day(foot), number(at('Weekly Average')))
        for (const title of titles.filter((each) => kindIn(each) !== ''))
          // A day without a year is of the row's, or of this one.
          put('side', code, title, day(at(title) + ' ' + (own?.slice(0, 4) ?? new Date().getFullYear())) ?? own, number(at(title)))
      }
    }
    const week = table(/ates of \\w{3} in the week to/)
    const [, ofWeek] = /ates of (\\w{3})/.exec(week?.caption.textContent) ?? []
    const end = day(week?.caption.textContent ?? '')
    for (const row of all('tbody tr', week)) {
      const { day: own, kind } = linked(row)
      const ofKind = kindIn(week.caption.textContent)
      const late = end !== null && (own > end || Date.parse(end) - Date.parse(own) > 6 * 86400000)
      put('week', ofWeek, kind === ofKind ? kind : kind + ' under ' + ofKind, late ? own + ' in the week to ' + end : own, number(text(row.querySelector('td'))))
    }
    for (const row of all('tbody tr', table(/ates of \\w{3}, the newest first/))) {
      const { currency: ofRow, day: own, kind } = linked(row)
      const caption = row.closest('table').caption.textContent
      const [, ofTable] = /ates of (\\w{3})/.exec(caption)
      const shown = kindIn(caption) === kind ? kind : kind + ' under ' + kindIn(caption)
      put('history', ofRow === ofTable ? ofTable : ofRow + ' under ' + ofTable, shown, own, number(text(row.querySelector('td'))))
    }
    for (const card of all('section', document)) {
      const [, currency, kind] = /^1 (\\w{3}) in LKR(?:, (.*))?$/.exec(text(card.querySelector('h2'))) ?? []
      if (currency) put('card', currency, kind, day(text(card.children[1])), number(text(card.children[1])))
    }
    const converter = all('section', document).find((each) => text(each.querySelector(':scope > h3, h2')) === 'Converter')
    const [, unit, rate, by = '', of = ''] = /1 (\\w{3}) = ([\\d.,]+) LKR(?: \\((.*)\\))?, (.*)/.exec(text(converter)) ?? []
    if (unit) put('converter', unit, kindIn(by), day(of), rate)
    const slider = document.querySelector('input[type=range]')
    if (slider) {
      const said = slider.getAttribute('aria-valuetext')
      const [, currency, kind] = /of the (\\w{3}) (.*)rate$/.exec(slider.getAttribute('aria-label'))
      put('chart', currency, kindIn(kind), day(said), number(said.split(':')[1]))
      const read = text(slider.closest('figure').querySelector('figcaption'))
      put('chart', currency, kindIn(kind), day(said), number(read))
    }
    const cite = /(\\w{3})\\/LKR (Indicative |Bank \\w+ \\(TT\\) |Customs )([\\d.,]+), (\\d.*?\\d{4})(?:, Market rate \\(currency-api\\))?\\./.exec(text(document.querySelector('main')))
    if (cite) put('citation', cite[1], kindIn(cite[2]), day(cite[4]), cite[3])
    return found
  }
  const record = () => {
    // The label of a figure may stand in what is still to be parsed; until that is done nothing but
    // the parser changes it.
    if (document.readyState === 'loading') return
    for (const each of figuresNow()) seen.set(JSON.stringify(each), each)
  }
  let frames = 0
  const frame = () => {
    record()
    if (--frames > 0) requestAnimationFrame(frame)
  }
  const changed = () => {
    record()
    if (frames === 0) requestAnimationFrame(frame)
    frames = 2
  }
  new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  document.addEventListener('readystatechange', changed)
  // A style sheet can show what was hidden.
  addEventListener('load', changed, true)
  changed()
  Object.assign(window, { figuresNow, figuresSeen: () => [...seen.values()] })
})()`

/** Makes every page of a browser record its figures from its first moment on. */
export async function recordFigures(context: BrowserContext): Promise<void> {
  await context.addInitScript(RECORDER)
}

/** What the page shows at this moment. */
export const figuresNow = (page: Page) => page.evaluate<ShownFigure[]>('figuresNow()')

/** Everything that it has shown since it was loaded. */
export const figuresSeen = (page: Page) => page.evaluate<ShownFigure[]>('figuresSeen()')

/** Waits until what is on the page has been painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  )
}
