import { PREVIEW_SIZE } from '../../contract/rates/preview-address.ts'
import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import { formatDay, type CalendarDate } from '../../domain/calendar-date.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatChange, formatRate, fromWire } from '../../domain/rate-text.ts'
import type { RateKind } from '../../domain/series.ts'
import { KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import type { Config } from '../config.ts'
import { escapeHtml } from '../text/html.ts'
import { colourPair } from '../text/page-styles.ts'

/** A row of the board that has a rate. */
export type KnownRow = BoardRow & {
  rate: number
  date: CalendarDate
  source: NonNullable<BoardRow['source']>
}

/** What an image says beside its rates. */
export interface PreviewContext extends Pick<Config, 'providerName' | 'publicUrl'> {
  /** Named where the request named it. */
  readonly kind: RateKind | undefined
}

const light = (name: string): string => colourPair(name)[0]
const COLOUR = {
  page: light('page'),
  text: light('on-page'),
  muted: light('muted'),
  line: light('line'),
  accent: light('accent'),
  soft: light('accent-soft'),
  ink: light('ink'),
  onInk: light('on-ink'),
  onInkMuted: light('on-ink-muted'),
  warm: light('warm-bright'),
  rise: light('rise'),
  fall: light('danger'),
}
const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE
const LEFT = 64
const RIGHT = WIDTH - LEFT
const BAR = 116
/** Height of a letter by which the widest usual text stays within its width: a letter takes about half of it. */
const WIDTH_PER_SIZE = 0.54
/** What the font has: a name in another script gives way to the site's address. */
const LETTERS = /^[\u0020-\u024f\u2010-\u2027]+$/

/** One currency's rate as an SVG: the figure, its change, the last 30 days, the day and the source. At a width of 300 px, as in a chat, it can still be read. */
export function rateImage(row: KnownRow, context: PreviewContext): string {
  const { currency, rate, date, change, points } = row
  const figure = `${formatRate(fromWire(rate))}<tspan font-size="72" dx="24" fill="${COLOUR.muted}">${TARGET_CURRENCY}</tspan>`
  return image(context, [
    text(LEFT, 206, 60, `1 ${currency} =`, { fill: COLOUR.muted }),
    change === null ? '' : changeText(change),
    `<text x="${LEFT - 8}" y="362" font-size="176" font-weight="600">${figure}</text>`,
    line(points, { x: LEFT, y: 412, width: WIDTH - 2 * LEFT - 10, height: 96, stroke: 6 }),
    foot([formatDay(date), ...details([row], context)]),
  ])
}

/** All rates of a board as an SVG, a currency on each line; a day of its own stands beside the rate that has one. */
export function boardImage(rows: readonly KnownRow[], context: PreviewContext): string {
  const [newest = '', ...others] = [...new Set(rows.map(({ date }) => formatDay(date)))]
  const isOneDay = others.length === 0
  const lines = rows.map((row, at) => {
    const base = 202 + at * 102
    return [
      text(LEFT, base, 60, row.currency, { weight: 600 }),
      line(row.points, { x: 256, y: base - 48, width: isOneDay ? 440 : 190, height: 44, stroke: 5 }),
      isOneDay ? '' : text(488, base, 40, formatDay(row.date), { fill: COLOUR.muted }),
      text(RIGHT, base, 80, formatRate(fromWire(row.rate)), { weight: 600, anchor: 'end' }),
      at > 0 ? `<path d="M${LEFT} ${base - 74}H${RIGHT}" stroke="${COLOUR.line}" stroke-width="2"/>` : '',
    ].join('')
  })
  return image(context, [
    text(RIGHT, 75, 48, TARGET_CURRENCY, { weight: 600, fill: COLOUR.onInkMuted, anchor: 'end' }),
    ...lines,
    foot([...(isOneDay ? [newest] : []), ...details(rows, context)]),
  ])
}

/** Kind and sources, each once. */
function details(rows: readonly KnownRow[], { kind }: PreviewContext): string[] {
  return [
    ...(kind === undefined ? [] : [KIND_NAMES[kind]]),
    ...new Set(rows.map(({ source }) => SOURCE_NAMES[source])),
  ]
}

function image({ providerName, publicUrl }: PreviewContext, content: readonly string[]): string {
  const name = LETTERS.test(providerName) ? providerName : new URL(publicUrl).host
  // The room beside it is for the rupees of a board.
  const size = fitting(name, 48, RIGHT - 290)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.text}">`,
    `<path fill="${COLOUR.page}" d="M0 0H${WIDTH}V${HEIGHT}H0z"/><path fill="${COLOUR.ink}" d="M0 0H${WIDTH}V${BAR}H0z"/>`,
    // The mark of web/public/favicon.svg.
    `<g transform="translate(${LEFT - 12} 14) scale(2.75)" fill="none"><circle cx="16" cy="16" r="11" stroke="${COLOUR.warm}" stroke-width="2.25"/>`,
    `<path d="M10 19.5 13.7 15.4l3.2 2.8 5.2-6.4" stroke="${COLOUR.onInk}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></g>`,
    text(152, 58 + size * 0.35, size, name, { weight: 600, fill: COLOUR.onInk }),
    ...content,
    '</svg>',
  ].join('')
}

interface TextLook {
  readonly weight?: number
  readonly fill?: string
  readonly anchor?: 'end'
}

function text(x: number, y: number, size: number, said: string, { weight, fill, anchor }: TextLook = {}) {
  const look = [
    weight && ` font-weight="${weight}"`,
    fill && ` fill="${fill}"`,
    anchor && ` text-anchor="${anchor}"`,
  ]
  return `<text x="${x}" y="${y}" font-size="${size}"${look.filter(Boolean).join('')}>${escapeHtml(said)}</text>`
}

const foot = (parts: readonly string[]) => {
  const said = parts.join(' · ')
  return text(LEFT, 590, fitting(said, 44, WIDTH - 2 * LEFT), said)
}

/** The size of letters at which a text stays within a width, at most `size`. */
function fitting(said: string, size: number, width: number): number {
  return Math.floor(Math.min(size, width / (said.length * WIDTH_PER_SIZE)))
}

function changeText(change: number): string {
  const said = formatChange(fromWire(change))
  if (change === 0) return text(RIGHT, 206, 52, said, { fill: COLOUR.muted, anchor: 'end' })
  const [fill, arrow] = change > 0 ? [COLOUR.rise, 'l17-30 17 30z'] : [COLOUR.fall, 'm0-30h34l-17 30z']
  return `${text(RIGHT - 50, 206, 52, said, { fill, anchor: 'end' })}<path fill="${fill}" d="M${RIGHT - 34} 203${arrow}"/>`
}

interface LineBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly stroke: number
}

/** The last 30 days as a line whose last day is marked; nothing for a single day. */
function line(points: BoardRow['points'], { x, y, width, height, stroke }: LineBox): string {
  const places = linePlaces(points, width, height).map(
    (at) => `${(x + at.x).toFixed(1)} ${(y + at.y).toFixed(1)}`,
  )
  if (places.length < 2) return ''
  const path = `M${places.join('L')}`
  const [endX, endY] = places.at(-1)?.split(' ') ?? []
  return [
    `<path fill="${COLOUR.soft}" d="${path}V${y + height + stroke}H${x}z"/>`,
    `<path fill="none" stroke="${COLOUR.accent}" stroke-width="${stroke}" stroke-linejoin="round" stroke-linecap="round" d="${path}"/>`,
    `<circle cx="${endX}" cy="${endY}" r="${stroke * 1.7}" fill="${COLOUR.warm}" stroke="${COLOUR.page}" stroke-width="3"/>`,
  ].join('')
}
