import { z } from 'zod'
import { idSlots } from './common.ts'
import { detailCodeNames, detailWords, type ErrorCode, errorCatalogue, errorCodeNames } from './errors.ts'
import type { Json } from './json-schema.ts'
import { headersOf } from './openapi-headers.ts'
import { type Operation, takesKey } from './operation.ts'

/** The error codes that an operation can return: those that follow from its schemas, and those that it lists. */
export function errorCodes(operation: Operation): ErrorCode[] {
  const { method, tag, scope, personal, fresh, publishes, plans, params, query, body, errors } = operation
  const namesResource = [params, query, body].some(
    (schema) =>
      schema && Object.values<z.ZodType>(schema.shape).some((field) => idSlots.get(innermost(field)) !== undefined),
  )
  const codes: readonly (readonly [boolean, ...ErrorCode[]])[] = [
    [true, 'validation_failed', 'rate_limited', 'internal_error', 'unavailable', 'storage_full'],
    [method !== 'GET', 'invalid_json', 'payload_too_large', 'unsupported_media_type'],
    [params !== undefined, 'invalid_id'],
    [scope !== null, 'unauthorized', personal ? 'person_needed' : 'insufficient_scope', 'insufficient_role'],
    [tag !== 'description', 'forbidden_origin'],
    [scope !== null && tag !== 'session', 'second_factor_needed'],
    [fresh === true, 'password_needed'],
    [publishes !== undefined && publishes !== 'after_approval', 'approval_required'],
    [publishes !== undefined, 'too_soon'],
    [plans !== undefined, 'plan_required'],
    [namesResource, 'not_found'],
    [takesKey(operation), 'idempotency_in_progress', 'idempotency_key_reused'],
    [true, ...(errors ?? [])],
  ]
  return [...new Set(codes.flatMap(([holds, ...some]) => (holds ? some : [])))]
}

const innermost = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? innermost(schema.unwrap())
    : schema

/** The errors that any request may get, whatever its operation. */
const ofAnyRequest: readonly ErrorCode[] = ['method_not_allowed', 'request_timeout', 'headers_too_large']

/** The errors that are alone with their status, by names such as `NotFound`: operations share their description. */
export const sharedErrors: Json = Object.fromEntries(
  errorCodeNames.map((code) => [nameOf(code), describeError(errorCatalogue[code][0], [code])]),
)

/** The errors that this operation can return, by status. */
export const errorResponses = (operation: Operation): Json =>
  Object.fromEntries(
    Map.groupBy([...errorCodes(operation), ...ofAnyRequest], (code) => errorCatalogue[code][0])
      .entries()
      .map(([status, [first, ...more]]) => [
        status,
        first !== undefined && more.length === 0
          ? { $ref: `#/components/responses/${nameOf(first)}` }
          : describeError(status, [...(first === undefined ? [] : [first]), ...more]),
      ]),
  )

function nameOf(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function describeError(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}`).join('\n\n'),
    headers: headersOf(status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

export const errorSchemas: Readonly<Record<string, Json>> = {
  Error: {
    type: 'object',
    description: 'The form of every error.',
    required: ['status', 'error', 'request_id'],
    properties: {
      status: { type: 'string', enum: ['error'], description: 'Always `error`.' },
      error: { $ref: '#/components/schemas/ErrorInfo' },
      request_id: { type: 'string', description: 'The value of `X-Request-Id`. Quote it when you ask for help.' },
    },
  },
  ErrorInfo: {
    type: 'object',
    description: 'What went wrong.',
    required: ['code', 'message', 'details'],
    properties: {
      code: {
        type: 'string',
        'x-extensible-enum': errorCodeNames,
        description: 'The kind of the error.',
      },
      message: { type: 'string', description: 'One sentence that a person can act on. It may change.' },
      details: {
        type: 'array',
        items: { $ref: '#/components/schemas/ErrorFinding' },
        description: 'Every finding. Empty if there is nothing more to say.',
      },
    },
  },
  ErrorFinding: {
    type: 'object',
    description: 'One finding. Which of the optional fields it has depends on its code.',
    required: ['code', 'message'],
    properties: {
      path: { type: 'string', description: 'The field or the parameter, such as `media.0.url`.' },
      platform: { type: 'string', description: 'The platform that the finding is about.' },
      code: { type: 'string', 'x-extensible-enum': detailCodeNames, description: detailWords },
      message: { type: 'string', description: 'What is wrong, and what is allowed. It may change.' },
    },
    additionalProperties: true,
  },
}
