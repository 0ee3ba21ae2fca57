import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // Not awaited: what stands in a closed part of the page never gets on with its own.
  await page.evaluate(
    `for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()`,
  )
}

/** Names the attributes that point to elements which do not exist; axe only calls them incomplete. */
const DANGLING = `[...document.querySelectorAll('[aria-describedby], [aria-labelledby], [aria-controls], [for]')]
  .flatMap((element) => ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for']
    .flatMap((name) => (element.getAttribute(name) ?? '').split(/\\s+/).filter(Boolean)
      .filter((id) => document.getElementById(id) === null)
      .map((id) => name + '=' + id + ' of ' + element.outerHTML.slice(0, 120))))`

export async function expectReferencesResolve(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(DANGLING), `${what}, references`).toEqual([])
}

export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectReferencesResolve(page, what)
  await turnTo(page, 'light')
  expect(await findings(page, { type: 'tag', values: ALL }), `${what}, light`).toEqual([])
  await turnTo(page, 'dark')
  expect(
    await findings(page, { type: 'rule', values: ['color-contrast'] }),
    `${what}, dark`,
  ).toEqual([])
  await turnTo(page, 'light')
}

async function findings(page: Page, runOnly: object): Promise<readonly string[]> {
  // Given by the debugger and not by an element, so that the page's own policy stays as it is.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, ${options}).then((result) => result.violations)`,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html}\n${node.failureSummary}`),
  )
}
