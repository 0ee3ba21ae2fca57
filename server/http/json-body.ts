import { errorCodes, type FastifyInstance } from 'fastify'
import { MAX_VALUES } from '../../contract/endpoint.ts'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/**
 * Takes bodies as `application/json` and refuses others with 415. Before Fastify's parser, invalid
 * UTF-8 and too many values are refused. An empty body is none: browsers send the type with it all
 * the same.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) {
        done(null, undefined)
        return
      }
      const text = textOf(body)
      const { maxValues = MAX_VALUES } = request.routeOptions.config
      if (text === undefined) done(invalidBody(t.httpText.bodyNotUtf8))
      else if (hasTooManyValues(body, maxValues))
        done(invalidBody(t.httpText.bodyTooManyValues({ most: maxValues })))
      else
        void parseJson(request, text, (error, value) => {
          done(error && invalidBody(t.httpText.bodyNotJson), value)
        })
    },
  )
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, ({ headers, is404 }, body, done) => {
    // A chunked body without a type may turn out to be none, as Node's client sends it beside an
    // Expect header.
    const isNone = headers['content-type'] === undefined && body.length === 0
    done(isNone || is404 ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), undefined)
  })
}

const invalidBody = (sentence: string) =>
  new ApiError('invalid', sentence, { fields: { body: [sentence] } })

function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b] as const

/** Counts marks outside of texts: a millisecond where parsing takes a hundred. */
function hasTooManyValues(body: Buffer, most: number): boolean {
  let values = 0
  let inText = false
  for (let at = 0; at < body.length && values <= most; at++) {
    const byte = body[at]
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values++
  }
  return values > most
}
