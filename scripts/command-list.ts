import { z } from 'zod'
import type { OperationCommand, OperationField } from '../src/commands/client/operation-command.ts'
import { toOpenapi } from '../src/contract/json-schema.ts'
import { methodName } from '../src/contract/method-name.ts'
import { type Operation, tags, takesKey } from '../src/contract/operation.ts'

/**
 * `src/commands/generated/operations.ts`: the commands of the API’s operations as data, so that the command line need not
 * load the contract.
 */
export function commandList(mark: string, operations: Readonly<Record<string, Operation>>): string {
  const commands = Object.entries(operations).flatMap(([name, operation]) =>
    operation.produces || operation.personal || operation.tag === 'description' ? [] : [commandOf(name, operation)],
  )
  const groups = Object.fromEntries(commands.map(({ group }) => [group, tags[group as Operation['tag']]]))
  return `// ${mark}

import type { OperationCommand } from '../client/operation-command.ts'

/** What each group of commands is about. */
export const operationGroups: Readonly<Record<string, string>> = ${JSON.stringify(groups, null, 2)}

export const operationCommands: readonly OperationCommand[] = [
${commands.map((one) => `  ${JSON.stringify(one)},`).join('\n')}
]
`
}

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

function commandOf(name: string, operation: Operation): OperationCommand {
  const { method, path, tag, summary, description = '', query, body } = operation
  const bodyFields = body ? fieldsOf(body) : null
  // A few operations accept a field in both.
  const inBody = new Set(bodyFields?.map((field) => field.name))
  return {
    group: tag,
    name: kebab(methodName(name, tag)),
    method,
    path,
    summary,
    description: `${summary}. ${description}`.trim(),
    query: query ? fieldsOf(query).filter((field) => !inBody.has(field.name)) : [],
    body: bodyFields,
    takesKey: takesKey(operation),
  }
}

const property = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
})

function fieldsOf(schema: z.ZodObject): OperationField[] {
  const properties = z.record(z.string(), property).parse(toOpenapi(schema, 'input').schema.properties ?? {})
  return Object.entries(properties).map(([name, field]) => ({
    name,
    flag: kebab(name),
    kind: kindOf(field),
    words: firstSentence(field.description),
    ...(kindOf(field) === 'text' && field.enum ? { choices: field.enum.map(String) } : {}),
  }))
}

function kindOf({ type, items }: z.output<typeof property>): OperationField['kind'] {
  if (type === 'boolean') return 'yes|no'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array' && items?.type === 'string') return 'list'
  if (type === 'string') return 'text'
  return type === undefined ? 'value' : 'json'
}

const firstSentence = (text = ''): string => text.replace(/(?<=[.!?]) .*$/s, '')
