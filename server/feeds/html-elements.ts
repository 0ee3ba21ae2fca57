import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterMap } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
export type Element = DefaultTreeAdapterMap['element']

/** A page as a tree. Throws a RangeError at too many elements: deep nesting makes each dearer. */
export function parsePage(html: string, mostElements: number) {
  let left = mostElements
  const createElement: typeof tree.createElement = (...given) => {
    if (left-- === 0) throw new RangeError('Too many elements')
    return tree.createElement(...given)
  }
  return parse(html, { treeAdapter: { ...tree, createElement } })
}

/**
 * The elements of some names below a node in the page's order; none within another, but for
 * `table`.
 */
export function elementsOf(node: Node | undefined, names: readonly string[]): Element[] {
  if (!node || !('childNodes' in node)) return []
  return node.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child)) return []
    return names.includes(child.tagName) ? [child] : elementsOf(child, names)
  })
}

export function textOf(node: Node): string {
  const text = (each: Node): string =>
    tree.isTextNode(each)
      ? each.value
      : 'childNodes' in each
        ? each.childNodes.map(text).join(' ')
        : ''
  return withSingleSpaces(text(node))
}

/** Without line ends, tabs and doubled spaces. */
export function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
