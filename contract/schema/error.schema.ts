import * as z from 'zod/mini'
import { ERROR_STATUS, type ErrorCode } from './error-code.ts'

/** The body of every failed call. `errors` names each wrong field; `tries_left` follows a wrong code. */
export const errorBody = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  tries_left: z.optional(z.int()),
})

export type ErrorResponse = z.output<typeof errorBody>

/** A failed call that names each wrong field with its sentences. */
export const validationError = z.extend(errorBody, {
  code: z.literal('invalid'),
  errors: z.record(z.string(), z.array(z.string())),
})

/** The body of a 400. */
export const badRequest = z.union([validationError, errorBody])
