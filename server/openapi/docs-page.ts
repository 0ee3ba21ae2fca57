import { ENDPOINT_GROUPS, type EndpointGroup, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import { documentationExplorer, documentationPage } from '../../contract/documentation.ts'
import { BODY_LIMIT, type Endpoint } from '../../contract/endpoint.ts'
import { USER_READS } from '../http/concurrency-limiter.ts'
import { CALLS_PER_MINUTE } from '../http/rate-limit.ts'
import { examples } from './examples.ts'
import { fieldsOf, resolved, type JsonSchema } from './json-schema.ts'
import { pathOf, type OpenApiDocument, type Operation } from './openapi.ts'
import { schemaText } from './schema-text.ts'
import { tryForm } from './try-form.ts'
import { escapeHtml } from '../text/html.ts'
import { docsPageText as TEXT } from '../text/en/docs-page.ts'

/** What the page takes from the OpenAPI document. */
type Described = Pick<OpenApiDocument, 'info' | 'servers' | 'paths' | 'components'>

/** What a page is made with, beside the document. */
interface PageOptions {
  readonly providerName: string
  /** Stand in the page and are allowed by their hash. */
  readonly styles: string
  /** Address of the script that makes the page an explorer; without one the page has no script at all. */
  readonly script?: string
}

/** The document as a page of HTML. */
export function docsPage(document: Described, { providerName, styles, script }: PageOptions): string {
  const isExplorer = script !== undefined
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TEXT.title} · ${escapeHtml(providerName)}</title>
<meta name="description" content="${TEXT.description}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${isExplorer ? `<link rel="canonical" href="${documentationPage.url}">\n<script type="module" src="${script}"></script>\n` : ''}<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">${TEXT.skip}</a>
<header><nav aria-label="${TEXT.site}"><a class="brand" href="/">${escapeHtml(providerName)}</a><a href="/rates">${TEXT.rates}</a></nav></header>
<main id="main">
<h1>${TEXT.title}</h1>
<p class="lead">${TEXT.lead.replace('{openApi}', `<a href="/api/openapi.json">${TEXT.openApi}</a>`)}</p>
<p class="lead"><a href="${isExplorer ? documentationPage.url : documentationExplorer.url}">${isExplorer ? TEXT.plain : TEXT.explore}</a></p>
${conventions()}
<div class="columns">
<nav class="contents" aria-label="${TEXT.contents}">${isExplorer ? searchField() : ''}<ul>${ENDPOINT_GROUPS.map(contentsItem).join('')}</ul></nav>
<div class="text">
<section aria-labelledby="examples"><h2 id="examples">${TEXT.examples}</h2>
${examples(document.servers[0].url).map(exampleBlock).join('\n')}
</section>
${isExplorer ? tokenField() : ''}${ENDPOINT_GROUPS.map((group) => groupSection(group, document, isExplorer)).join('\n')}
</div>
</div>
</main>
<footer><p>${escapeHtml(TEXT.poweredBy(providerName, document.info.version))}</p></footer>
</body>
</html>
`
}

/** Narrows the list and the endpoints; the buttons that copy are made from its `data-copy`. */
function searchField(): string {
  return `<form role="search" id="search" data-copy="${TEXT.copy}" data-copied="${TEXT.copied}"><label>${TEXT.search} <input type="search" autocomplete="off" spellcheck="false"></label>
<p role="status" data-found="${TEXT.found}"></p></form>`
}

function tokenField(): string {
  return `<p class="token"><label>${TEXT.token} <input id="token" type="password" autocomplete="off" aria-describedby="token-hint"></label></p>
<p class="access" id="token-hint">${prose(TEXT.tokenHint)}</p>
`
}

function conventions(): string {
  const facts = TEXT.conventions.map(([term, meaning]) => `<dt>${term}</dt><dd>${prose(meaning)}</dd>`)
  return `<dl class="facts">\n${facts.join('\n')}\n</dl>`
}

function contentsItem({ title, endpoints }: EndpointGroup): string {
  const items = endpoints.map(
    ({ name, endpoint }) =>
      `<li><a href="#${name}"><b>${endpoint.method}</b> ${escapeHtml(endpoint.url)}</a></li>`,
  )
  return `<li><a href="#${anchor(title)}">${escapeHtml(title)}</a><ul>${items.join('')}</ul></li>`
}

function exampleBlock({ title, text, note }: { title: string; text: string; note?: string }): string {
  const behind = note === undefined ? '' : `<p>${escapeHtml(note)}</p>`
  return `<h3>${escapeHtml(title)}</h3>${codeBlock(text, TEXT.exampleOf(title))}${behind}`
}

function groupSection({ title, endpoints }: EndpointGroup, document: Described, canTry: boolean): string {
  return `<section aria-labelledby="${anchor(title)}"><h2 id="${anchor(title)}">${escapeHtml(title)}</h2>
${endpoints.map((named) => endpointArticle(named, document, canTry)).join('\n')}
</section>`
}

function endpointArticle(named: NamedEndpoint, { paths, components }: Described, canTry: boolean): string {
  const { name, endpoint } = named
  const { method, url, access } = endpoint
  const operation = paths[pathOf(endpoint)]?.[method.toLowerCase()]
  if (!operation) throw new RangeError(`${method} ${url} is not in the document`)
  const { schemas } = components
  const { parameters, requestBody } = operation
  const among = (where: string) => parameters.filter((each) => each.in === where)
  const body = resolved(requestBody?.content['application/json']?.schema ?? {}, schemas)
  const limits = endpointLimits(endpoint, requestBody !== undefined)
  return `<article aria-labelledby="${name}">
<h3 id="${name}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(url)}</code></h3>
<p>${prose(`${operation.summary}. ${operation.description}`)}</p>
<p class="access">${prose(TEXT.access[access])}</p>
${fieldTable(TEXT.inPath, among('path'), schemas)}${fieldTable(TEXT.inQuery, among('query'), schemas)}${fieldTable(TEXT.inBody, fieldsOf(body), schemas)}
${respondBlock(operation, schemas)}
<p class="statuses">${TEXT.statuses} ${Object.entries(operation.responses).map(statusText).join(', ')}</p>
${limits.length > 0 ? `<p class="statuses">${TEXT.limits} ${limits.join('; ')}</p>\n` : ''}${canTry ? tryForm(named, parameters, schemas) : ''}</article>`
}

function statusText([status, { $ref }]: [string, Operation['responses'][string]]): string {
  return $ref === undefined ? `<b>${escapeHtml(status)}</b>` : escapeHtml(status)
}

/** What an endpoint limits: clauses for a line of the documentation. `takesBody`: whether a request has one. */
function endpointLimits(
  { method, access, limit, bodyLimit = BODY_LIMIT }: Endpoint,
  takesBody: boolean,
): string[] {
  const isRead = method === 'GET'
  return [
    ...(isRead ? [] : [TEXT.callsPerMinute(CALLS_PER_MINUTE[limit ?? 'write'])]),
    ...(isRead && access !== 'public' ? [TEXT.readsOfUser(USER_READS.atOnce, USER_READS.queued)] : []),
    ...(takesBody ? [TEXT.bodyUpTo(bodyLimit / 1024)] : []),
  ]
}

type Fields = readonly { readonly name: string; readonly schema: JsonSchema; readonly required: boolean }[]
type Schemas = Readonly<Record<string, JsonSchema>>

function fieldTable(caption: string, fields: Fields, schemas: Schemas): string {
  if (fields.length === 0) return ''
  const haveMeaning = fields.some((field) => field.schema.description !== undefined)
  const rows = fields.map(
    (field) =>
      `<tr><th scope="row"><code>${escapeHtml(field.name)}</code></th><td><code>${escapeHtml(schemaText(field.schema, schemas))}</code></td>` +
      `<td>${field.required ? TEXT.yes : TEXT.no}</td>${haveMeaning ? `<td>${prose(field.schema.description ?? '')}</td>` : ''}</tr>`,
  )
  const heads = [TEXT.name, TEXT.type, TEXT.required, ...(haveMeaning ? [TEXT.meaning] : [])]
  return `<table><caption>${caption}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table>`
}

/** The form of the successful response, and one that the server really gave. */
function respondBlock({ operationId, responses }: Operation, schemas: Schemas): string {
  const { content = {} } = responses['200'] ?? responses['201'] ?? {}
  const blocks = Object.entries(content).map(([media, { schema, example }]) => {
    const type = media === 'application/json' ? '' : ` (<code>${escapeHtml(media)}</code>)`
    const form = type === '' ? codeBlock(schemaText(schema, schemas), TEXT.responseOf(operationId)) : ''
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    const shown =
      example === undefined
        ? ''
        : `<p>${TEXT.example}</p>${codeBlock(text, TEXT.exampleResponseOf(operationId, media))}`
    return form + shown === ''
      ? `<p class="answer">${prose(TEXT.respondsWith(media))}</p>`
      : `<details><summary>${TEXT.response}${type}</summary>${form}${shown}</details>`
  })
  return blocks.join('\n')
}

/** Scrolls sideways within itself, so it has to be reachable by keyboard and to have a name. */
function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`
}

const anchor = (title: string): string => title.toLowerCase().replace(/[^a-z]+/g, '-')

/** The contract's prose, in which backticks stand around what is typed. */
function prose(text: string): string {
  return escapeHtml(text.trim()).replace(/`([^`]*)`/g, '<code>$1</code>')
}
