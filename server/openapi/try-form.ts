import type { NamedEndpoint } from '../../contract/all-endpoints.ts'
import { escapeHtml } from '../text/html.ts'
import { docsPageText as TEXT } from '../text/en/docs-page.ts'
import { resolved, type JsonSchema } from './json-schema.ts'
import type { Parameter } from './openapi.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** A form that web/docs/explorer.mjs sends; nothing for what is no GET, and for a stream, which never ends. */
export function tryForm(
  { name, endpoint: { method, url, media } }: NamedEndpoint,
  parameters: readonly Parameter[],
  schemas: Schemas,
): string {
  if (method !== 'GET' || media?.includes('text/event-stream')) return ''
  const fields = parameters.map((parameter) => field(parameter, resolved(parameter.schema, schemas)))
  return `<form class="try" data-path="${escapeHtml(url)}" aria-label="${TEXT.tryOf(name)}">
<div class="fields">${fields.join('')}</div>
<button type="submit">${TEXT.send}</button>
<p role="status" data-sending="${TEXT.sending}" data-failed="${TEXT.failed}"></p>
<pre tabindex="0" role="region" aria-label="${TEXT.responseTo(name)}" hidden><code></code></pre>
</form>`
}

function field({ name, in: where, required }: Parameter, schema: JsonSchema): string {
  const attributes = `name="${escapeHtml(name)}" data-in="${where}"${required ? ' required' : ''}`
  const control = schema.enum
    ? `<select ${attributes}>${[...(required ? [] : ['']), ...schema.enum].map(option).join('')}</select>`
    : `<input ${attributes} autocomplete="off" spellcheck="false" ${sample(schema, required)}>`
  return `<label><code>${escapeHtml(name)}</code> ${control}</label>`
}

const shown = (value: unknown): string =>
  escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))

const option = (value: unknown): string => `<option>${shown(value)}</option>`

/** A field that must be filled is filled with the schema's example; the others show it. */
function sample({ examples = [] }: JsonSchema, required: boolean): string {
  const [example] = examples
  return example === undefined ? '' : `${required ? 'value' : 'placeholder'}="${shown(example)}"`
}
