import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { unitsOf, type Currency } from '../../domain/currency.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { formatDayAndMonth, t } from '../../text/sentences.ts'
import { ApiError, call, toApiError } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import type { RateDoubt } from './rate-doubts.ts'
import type { CustomsRow } from './stored-week.ts'

type Body = Extract<
  InputOf<'POST /api/exchange-rate/import'>['body'],
  { readonly subject: 'customs rates' }
>

export interface Saved {
  readonly id?: number
  readonly message: string
}

export function useSaveWeek(rows: readonly CustomsRow[], onSaved: (saved: Saved) => void) {
  const [doubts, setDoubts] = useState<{
    readonly body: Body
    readonly rows: readonly NamedRow[]
  }>()
  const { keyFor, renew } = useIdempotencyKey()
  const close = () => setDoubts(undefined)
  const save = async (body: Body, reason = '') => {
    const whole = { ...body, ...(reason !== '' && { reason }) }
    const { message, data } = await call(
      'POST /api/exchange-rate/import',
      { body: whole },
      { idempotencyKey: keyFor(whole) },
    )
    renew()
    close()
    onSaved({ id: data.id, message })
  }
  const send = async (fields: Readonly<Record<string, string>>) => {
    const changed = rows.filter(({ isChanged }) => isChanged)
    // With the rates as they are, only what is said about the days changes.
    const given = changed.length > 0 ? changed : rows.filter(({ entry }) => entry)
    const body: Body = {
      subject: 'customs rates',
      first_day: fields['first_day'] ?? '',
      last_day: fields['last_day'] ?? '',
      gazette: fields['gazette'] ?? '',
      ...(fields['document']?.trim() && { document: fields['document'].trim() }),
      rows: given.map(({ currency, rate = 0 }) => {
        return { currency, rate: Number(formatPerUnit(fromWire(rate), unitsOf(currency))) }
      }),
    }
    try {
      const { data } = await call('POST /api/exchange-rate/import/preview', { body })
      const asked = data.rows.filter(
        ({ state, currency, replaces }) =>
          state === 'doubtful' ||
          (state === 'replaces' &&
            rows.find((row) => row.currency === currency)?.entry?.rate !== replaces),
      )
      if (asked.length > 0) setDoubts({ body, rows: asked.map(nameDoubt) })
      else await save(body)
    } catch (thrown) {
      throw withCurrencies(
        toApiError(thrown),
        given.map(({ currency }) => currency),
      )
    }
  }
  return { send, doubts, save, close }
}

interface NamedRow {
  readonly currency: Currency | undefined
  readonly name: string
  readonly doubt: RateDoubt
}

function nameDoubt({ currency, date, rate, sentence, warnings, replaces }: ImportRow): NamedRow {
  const doubt = {
    // Another user has entered a rate since the form was opened.
    sentence: sentence || t.day.replaces({ rate: String(replaces) }),
    ...(warnings[0]?.meant !== undefined && { meant: warnings[0].meant }),
  }
  return { currency, name: `${currency} ${formatDayAndMonth(date)}: ${rate}`, doubt }
}

function withCurrencies(error: ApiError, given: readonly Currency[]): ApiError {
  const fields = Object.entries(error.fields).map(([name, sentences]) => {
    const [, row] = /^(?:rows\.(\d+)\.)/.exec(name) ?? []
    return [given[Number(row ?? -1)] ?? name, sentences] as const
  })
  return new ApiError(error.status, error.message, {
    ...(error.code && { code: error.code }),
    fields: Object.fromEntries(fields),
  })
}
