import type { FastifyBaseLogger } from 'fastify'

/** A request that is over. */
export interface FinishedRequest {
  readonly method: string
  /** The route's pattern; undefined where none matched. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
}

/** What its line in the log says beside that. */
interface LogLine {
  readonly log: FastifyBaseLogger
  readonly level: 'debug' | 'info'
  readonly fields: Readonly<Record<string, unknown>>
}

/** Where every request is recorded once it is over, whether the framework responded or what stands in front of it. */
export class RequestRecord {
  /** Is told of every request; the metrics, where there are any. */
  observe: (finished: FinishedRequest) => void = () => undefined

  add(finished: FinishedRequest, line?: LogLine): void {
    this.observe(finished)
    if (!line) return
    const { method, status, ms } = finished
    line.log[line.level]({ method, status, ms: Math.round(ms * 10) / 10, ...line.fields }, 'request')
  }
}
