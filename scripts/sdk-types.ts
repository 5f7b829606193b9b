import { z } from 'zod'
import { type EventName, eventData, eventNames } from '../src/contract/events.ts'
import { nullSchema, toOpenapi } from '../src/contract/json-schema.ts'
import { type StreamedName, streamedData } from '../src/contract/status-stream.ts'
import { comment, type Schema, schema, typeName, typeOf } from './schema-type.ts'
import { partName, type SdkDescription, type SdkOperation } from './sdk-description.ts'

/** `sdk/src/generated/types.ts`: a type for each named schema, and for what each operation takes and returns. */
export function sdkTypes(mark: string, { schemas, operations }: SdkDescription): string {
  const named = Object.entries({ ...schemas, ...notifications() })
    .filter(([name]) => name !== nullSchema.name)
    .map(([name, schema]) => declaration(typeName(name), schema))
  return [`// ${mark}`, ...named, ...operations.flatMap(operationTypes)].join('\n\n').concat('\n')
}

function operationTypes(operation: SdkOperation): string[] {
  const { query, body, result } = operation
  return [
    ...(query ? [declaration(partName(operation, 'Query'), query)] : []),
    ...(body ? [declaration(partName(operation, 'Body'), body)] : []),
    ...(result.$ref ? [] : [declaration(partName(operation, 'Result'), result)]),
  ]
}

function declaration(name: string, schema: Schema): string {
  const type = typeOf(schema)
  const words = comment(schema.description)
  return type.startsWith('{') && type.endsWith('}') && !/^\}.* [|&] \{/m.test(type)
    ? `${words}export interface ${name} ${type}`
    : `${words}export type ${name} = ${type}`
}

/** Data that reaches a program by itself, and is therefore not in the description of the operations. */
function notifications(): Record<string, Schema> {
  const of = (type: z.ZodType): Schema => schema.parse(toOpenapi(type, 'output').schema)
  const payload = (name: EventName) =>
    z.object({ event: z.literal(name), event_id: z.string(), data: eventData[name], sent_at: z.string() })
  const change = (name: StreamedName) => z.object({ id: z.int(), event: z.literal(name), data: streamedData[name] })
  return {
    WebhookPayload: { description: 'The body of a webhook.', anyOf: eventNames.map((name) => of(payload(name))) },
    StatusChange: {
      description: 'An event of `GET /events/stream`.',
      anyOf: (['job', 'post', 'reset'] as const).map((name) => of(change(name))),
    },
  }
}
