import { z } from 'zod'
import { eventGuide, streamGuide } from '../src/contract/event-guide.ts'
import { eventData, eventNames } from '../src/contract/events.ts'
import { toOpenapi } from '../src/contract/json-schema.ts'
import { streamedData } from '../src/contract/status-stream.ts'
import { table } from './table.ts'

/** The parts of an OpenAPI schema that a row of the table shows. */
const shown = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  nullable: z.boolean().optional(),
  description: z.string().optional(),
  items: z.looseObject({}).optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
  required: z.array(z.string()).optional(),
})

const formats: Readonly<Record<string, string>> = { 'date-time': 'time', uuid: 'UUID' }

function typeOf(schema: unknown): string {
  const { type, format, enum: values, nullable, items } = shown.parse(schema)
  const name = values
    ? values.flatMap((value) => (value === null ? [] : [`\`${value}\``])).join(', ')
    : type === 'array'
      ? `list of ${typeOf(items ?? {})}s`
      : (formats[format ?? ''] ?? type ?? 'object')
  return nullable ? `${name} or null` : name
}

/** One row per field. The fields of a list's items follow the list. */
function rowsOf(type: z.ZodType): string[][] {
  const { schema, named } = toOpenapi(type, 'output')
  const resolved = (part: unknown): unknown => {
    const { $ref } = z.looseObject({ $ref: z.string().optional() }).parse(part)
    return $ref === undefined ? part : named[$ref.replace('#/components/schemas/', '')]
  }
  const rowsAt = (part: unknown, path: string): string[][] => {
    const { properties = {}, required = [] } = shown.parse(resolved(part))
    return Object.entries(properties).flatMap(([name, field]) => {
      const { description = '', items } = shown.parse(resolved(field))
      const optional = required.includes(name) ? '' : ', may be missing'
      return [
        [`\`${path}${name}\``, `${typeOf(field)}${optional}`, description],
        ...(items ? rowsAt(items, `${path}${name}[].`) : []),
      ]
    })
  }
  return rowsAt(schema, '')
}

interface Section {
  readonly name: string
  readonly schema: z.ZodType
  readonly sent: string
  readonly exampleData: unknown
}

function section({ name, schema, sent, exampleData }: Section): string {
  const rows = rowsOf(schema)
  const fields = rows.length > 0 ? table(['field of `data`', 'type', 'meaning'], rows) : '`data` has no fields.'
  return `### \`${name}\`

${sent}

${fields}

\`\`\`json
${JSON.stringify(exampleData, null, 2)}
\`\`\`
`
}

export const eventsPage = (mark: string): string => `# Events

${mark}

Polypost sends these events to webhooks, and \`GET /events\` lists them, with the same \`data\`. See [webhooks](../webhooks.md) for
the format of a delivery and its signature. A webhook selects events by these names; \`*\` selects all of them.

${eventNames.map((name) => section({ name, schema: eventData[name], ...eventGuide[name] })).join('\n')}
## The stream

\`GET /events/stream\` sends every change of status as it happens, as server-sent events. Each event has an \`id\`, and the IDs
increase. Send the last \`id\` back as \`Last-Event-ID\` to get all later events of the last 24 hours. If an \`id\` arrives without
an event, all events before it were sent.

${(['job', 'post', 'reset'] as const).map((name) => section({ name, schema: streamedData[name], ...streamGuide[name] })).join('\n')}`
