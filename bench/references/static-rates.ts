import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { bareServer } from '../../harness/process/bare-server.ts'
import type { Program } from '../../harness/process/program.ts'
import type { Scope } from '../../harness/scope.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-encoding': 'br',
}

export async function serveStaticRates(
  scope: Scope,
  browser: Browser,
  origin: string,
): Promise<Program> {
  const page = await browser.newPage()
  await page.goto(`${origin}/rates`)
  // Text, not a function: it runs in the browser and knows nothing of this module.
  const body = await page.evaluate<string>(`(() => {
    const body = document.body.cloneNode(true)
    for (const each of body.querySelectorAll('script, noscript, link, img')) each.remove()
    for (const each of body.querySelectorAll('*'))
      for (const { name } of [...each.attributes])
        if (!/^(href|type|name|value|for|id|scope|datetime|action)$/.test(name)) each.removeAttribute(name)
    return body.innerHTML
  })()`)
  await page.close()
  if (!/\d\.\d{4}/.test(body)) throw new Error('/rates shows no rates')
  return bareServer(scope, Object.entries(HEADERS).flat(), brotliCompressSync(html(body)))
}

const html = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The rates of four currencies in Sri Lankan rupees."><title>Rates</title>
<link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem }
h1, h2 { font-family: Georgia, serif; line-height: 1.2 } a { color: #0c5a62 } a:hover { text-decoration: none }
nav, footer { display: flex; gap: 1rem; padding: 1rem 0 } footer { border-top: 1px solid #ccc; color: #555 }
input, select { font: inherit; padding: .5rem; width: 100%; border: 1px solid #888; border-radius: .5rem }
section { border: 1px solid #ccc; border-radius: .5rem; padding: 1rem; margin: 1rem 0 } ul { padding: 0; list-style: none }
table { border-collapse: collapse; width: 100% } th, td { border-bottom: 1px solid #ccc; padding: .4rem; text-align: left }
</style></head><body>${body}</body></html>`
