import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The codings that the pages and their files come in, the smallest first, with the ending of a
 * file's form.
 */
export const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const
export type Coding = (typeof CODINGS)[number]['name']

/** The tag of every answer in a shared cache: a change of any rate purges them all. */
export const CACHE_TAG = 'rates'

/** Browsers may show a response that is 5 s old, and for 30 s more while they fetch the next. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=5, stale-while-revalidate=30'

/** One content in every form that it is kept in. */
export interface Encoded {
  readonly plain: Buffer
  readonly forms: Readonly<Partial<Record<Coding, Buffer>>>
  /** The same for every form: they say the same thing (RFC 9110, section 8.8.1: weak). */
  readonly etag: string
}

/** A weak entity tag from a content. */
export function etagOf(content: Buffer | string): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Quality 5: a tenth of the time of 11, for a text 5 % larger. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A content in every form that browsers take, with its tag. */
export async function encode(plain: Buffer, etag = etagOf(plain)): Promise<Encoded> {
  const forms = { br: alone(await brotli(plain, QUALITY)), gzip: alone(await zip(plain)) }
  return { plain, forms, etag }
}

/** What comes compressed is a part of 64 KB that Node shares out, which it would all keep alive. */
const alone = (bytes: Buffer) => Buffer.from(new Uint8Array(bytes).buffer)

/**
 * Answers with a content in the smallest form that the client takes, or with 304 where it has it
 * already.
 */
export function sendEncoded(reply: FastifyReply, content: Encoded): FastifyReply {
  const { request } = reply
  reply.header('vary', 'Accept-Encoding').header('etag', content.etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], content.etag))
    return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  for (const { name } of CODINGS) {
    const form = content.forms[name]
    if (form === undefined || !accepts(accepted, name)) continue
    return reply.header('content-encoding', name).send(form)
  }
  return reply.send(content.plain)
}

/** Answers with a content as it is, or with 304 where the client has it already. */
export function sendPlain(
  reply: FastifyReply,
  content: Buffer | string,
  etag = etagOf(content),
): FastifyReply {
  return sendEncoded(reply, { plain: Buffer.from(content), forms: {}, etag })
}

/**
 * Serves a text that stays the same for as long as the server runs to everyone, with these headers.
 */
export function serveText(
  app: FastifyInstance,
  url: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  const content = encode(Buffer.from(text))
  app.get(url, { config: { access: 'public' } }, async (_request, reply) =>
    sendEncoded(reply.headers(headers), await content),
  )
}

/**
 * Whether `If-None-Match` names an entity tag; a weak one names the strong one too (RFC 9110,
 * section 13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const bare = etag.replace(/^W\//, '')
  return header
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === bare)
}

/** Whether `Accept-Encoding` names a coding, and not with `q=0`. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })
}
