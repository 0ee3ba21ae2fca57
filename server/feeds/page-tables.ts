import { Parser } from 'htmlparser2'
import { FeedError } from './publisher-requests.ts'

interface Cell {
  text: string
  isWhole: boolean
}
export type Row = readonly Cell[]
/** 55 currencies of 60 days have 14,000. */
const MOST_ELEMENTS = 25_000
const MOST_DEPTH = 100

/** Linear time for any page. Leaves out nested tables. Throws a FeedError above the limits. */
export function scanPage(html: string): (string | Row[])[] {
  const parts: (string | Row[])[] = []
  let [left, depth, tables] = [MOST_ELEMENTS, 0, 0]
  let table: Row[] | undefined
  let heading: string | undefined
  let row: Cell[] | undefined
  let cell: Cell | undefined
  const count = () => {
    if (left-- === 0 || depth > MOST_DEPTH)
      throw new FeedError("The CBSL's page is too large: its layout is unknown", 'unknown layout')
  }
  const addText = (text: string) => {
    if (cell) cell.text += text
    else if (heading !== undefined) heading += text
  }
  const parser = new Parser({
    onattribute: count,
    onopentag(name, attributes) {
      depth++
      count()
      addText(' ')
      if (name === 'table') {
        table = ++tables === 1 && heading === undefined ? [] : undefined
        row = cell = heading = undefined
      } else if (name === 'h2') {
        heading = tables === 0 ? '' : undefined
        if (tables > 0) table = undefined
      } else if (name === 'tr') {
        row = []
        cell = undefined
        table?.push(row)
      } else if (name === 'td' || name === 'th') {
        const spans = 'colspan' in attributes || 'rowspan' in attributes
        cell = { text: '', isWhole: !spans }
        if (row) row.push(cell)
        else table = undefined
      }
    },
    ontext: addText,
    onclosetag(name, isImplied) {
      depth--
      addText(' ')
      if (name === 'td' || name === 'th') {
        // The cell may be cut.
        if (isImplied && cell) cell.isWhole = false
        cell = undefined
      } else if (name === 'tr') row = undefined
      else if (name === 'h2') {
        if (heading !== undefined) parts.push(singleSpaces(heading))
        heading = undefined
      } else if (name === 'table') {
        if (--tables === 0 && table) parts.push(table)
        if (tables > 0) table = undefined
      }
    },
  })
  parser.end(html)
  return parts
}

export const singleSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()
