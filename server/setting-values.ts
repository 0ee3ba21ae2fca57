import { isIP } from 'node:net'
import * as z from 'zod'
import { MAX_PUBLISHER_ID, MAX_PUBLISHER_NAME, type Publisher } from '../domain/series.ts'
import { RATE_SOURCES } from '../domain/rate-precedence.ts'
import { TARGET_CURRENCY } from '../domain/currency.ts'

/** Text that `test` accepts; otherwise `sentence`, which goes on from the variable's name. */
export const text = (test: (value: string) => boolean, sentence: string) =>
  z.string().refine(test, sentence)

/** A port number of at least `least`. */
export const wholeNumber = (least: number, sentence: string) =>
  text(
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= 65535,
    sentence,
  ).transform(Number)

/** A URL of one of these protocols (`http:`, …). */
export const url = (protocols: string[], sentence: string) =>
  text((value) => {
    // `postgresql://user@/database?host=/folder` names a socket and is no URL until it has a host.
    const parsed = URL.parse(value.replace('@/', '@socket/'))
    return parsed !== null && protocols.includes(parsed.protocol)
  }, sentence)

export const databaseUrl = url(
  ['postgres:', 'postgresql:'],
  'must be like postgresql://user:password@host:5432/database',
)

/** Whether a value is the address of something that speaks HTTP. */
export const isHttpUrl = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** Whether a value is the origin of a URL, with or without a slash at its end. */
export const isOrigin = (value: string) => {
  const parsed = URL.parse(value)
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.origin === value.replace(/\/$/, '')
  )
}

/**
 * Whether a value is what Fastify takes for proxies: an IP address, a CIDR range or the name of
 * one.
 */
export const isAddressOrRange = (value: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...more] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    more.length === 0 &&
    longest > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}

/** The parts between commas, trimmed, without empty ones. */
export const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Parts between commas that each pass `test`, normalised; none where it is unset. */
export const listOf = (
  test: (part: string) => boolean,
  sentence: string,
  form: (part: string) => string = (part) => part,
) =>
  text((value) => list(value).every(test), sentence)
    .prefault('')
    .transform((value) => list(value).map(form))

/** Whether these are currencies other than the rupee, at least one, each once. */
export const isCurrencyList = (codes: readonly string[]) =>
  codes.length > 0 &&
  new Set(codes).size === codes.length &&
  codes.every((code) => code !== TARGET_CURRENCY && CODES.has(code))
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The bytes that hex or base64 stands for. */
export const keyBytes = (value: string): Buffer =>
  /^(?:[0-9a-f]{2})+$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')

const RESERVED_PUBLISHERS: readonly string[] = [...RATE_SOURCES, 'all']
const isName = (name: string) =>
  name !== '' && name.length <= MAX_PUBLISHER_NAME && !/[\p{C}<>@]/u.test(name)

const areDistinct = (values: readonly string[]) =>
  new Set(values.map((value) => value.toLowerCase())).size === values.length

/** Banks, as `sampath:Sampath Bank,hnb:HNB`; none where it is unset. */
export const publisherList = z
  .string()
  .prefault('')
  .transform((value) =>
    list(value).map((part): Publisher => {
      const [id = '', ...name] = part.split(':').map((each) => each.trim())
      return { id, name: name.join(':') }
    }),
  )
  .refine(
    (banks) =>
      banks.every(
        ({ id, name }) =>
          /^[a-z][a-z0-9-]*$/.test(id) &&
          id.length <= MAX_PUBLISHER_ID &&
          !RESERVED_PUBLISHERS.includes(id) &&
          isName(name),
      ) &&
      areDistinct(banks.map(({ id }) => id)) &&
      areDistinct(banks.map(({ name }) => name)),
    'must be banks like sampath:Sampath Bank,hnb:HNB, each once: an identifier of at most ' +
      `${MAX_PUBLISHER_ID} small letters, digits and hyphens that is none of ` +
      `${RESERVED_PUBLISHERS.join(', ')}, and a name of at most ${MAX_PUBLISHER_NAME} characters`,
  )
