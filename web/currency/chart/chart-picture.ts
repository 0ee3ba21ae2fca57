import { saveFile } from '../../connection/download.ts'

export type PictureFormat = 'svg' | 'png'

const SVG = 'http://www.w3.org/2000/svg'
const WIDTH = 960
const HEIGHT = 540
/** Pixels of a PNG for each of the picture. */
const DENSITY = 2
const MARGIN = 32
const LINE = 24
/** Room for the labels of the axes. */
const [LEFT, BELOW] = [72, 40]

/** What the page's styles say, which a picture has to say itself. */
const COPIED = (
  'fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin ' +
  'paint-order vector-effect font-family font-size font-weight overflow'
).split(' ')

/** Saves a chart as it is shown, with its figures and its address. Rejects where the browser cannot draw it. */
export async function saveChart(figure: Element, title: string, format: PictureFormat): Promise<void> {
  const text = new XMLSerializer().serializeToString(pictureOf(figure, title))
  const name = `${title.replaceAll(/[^\w]+/g, '-')}.${format}`
  const svg = new Blob([text], { type: 'image/svg+xml' })
  saveFile(format === 'svg' ? svg : await drawn(text), name)
}

function pictureOf(figure: Element, title: string): SVGElement {
  const page = getComputedStyle(figure)
  const size = { width: WIDTH, height: HEIGHT }
  const picture = element('svg', {
    ...size,
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    'font-family': page.fontFamily,
  })
  const { backgroundColor } = getComputedStyle(figure.closest('section') ?? figure)
  picture.append(element('rect', { ...size, fill: backgroundColor }))
  let y = MARGIN + LINE / 2
  const write = (said: string, attributes: Attributes) => {
    const line = element('text', { x: MARGIN, y, fill: page.color, ...attributes })
    line.textContent = said
    picture.append(line)
    y += LINE
  }
  write(title, { 'font-size': 20, 'font-weight': 650 })
  for (const facts of figure.querySelectorAll<HTMLElement>('[data-picture]')) {
    write(
      [...facts.children]
        .map((each) => (each as HTMLElement).innerText.replaceAll(/\s+/g, ' '))
        .join('  ·  '),
      { 'font-size': 13 },
    )
  }
  const drawing = figure.querySelector('svg')
  if (drawing) {
    picture.append(
      copyOf(drawing, {
        x: LEFT,
        y,
        width: WIDTH - LEFT - MARGIN - LINE,
        height: HEIGHT - y - BELOW - MARGIN,
      }),
    )
  }
  y = HEIGHT - MARGIN / 2
  write(location.href, { 'font-size': 11, 'fill-opacity': 0.7 })
  return picture
}

/** The drawing with its styles as attributes, without what only follows the pointer. */
function copyOf(drawing: SVGElement, place: Attributes): SVGElement {
  const copy = drawing.cloneNode(true) as SVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  for (const [at, each] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const styles = getComputedStyle(originals[at] as Element)
    each.removeAttribute('class')
    for (const name of COPIED) each.setAttribute(name, styles.getPropertyValue(name))
  }
  for (const pointed of copy.querySelectorAll('[data-pointed]')) pointed.remove()
  set(copy, place)
  return copy
}

/** A PNG of an SVG. */
async function drawn(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * DENSITY
  canvas.height = HEIGHT * DENSITY
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (png) => (png ? resolve(png) : reject(new Error('The canvas made no picture'))),
      'image/png',
    )
  })
}

type Attributes = Readonly<Record<string, string | number>>

function element(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, name)
  set(made, attributes)
  return made
}

function set(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value))
}
