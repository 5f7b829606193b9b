import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { toOpenapi } from '../../contract/json-schema.ts'
import { methodName } from '../../contract/method-name.ts'
import { type Operation, tags } from '../../contract/operation.ts'
import { defineOperations } from '../../contract/operations.ts'
import { platforms } from '../../platforms/index.ts'
import { perform, withInstance } from './add-command.ts'
import { parseJson } from './api.ts'
import type { InstanceOptions } from './instance.ts'

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

/** A command for each operation that returns JSON: `polypost posts list`, `polypost drafts submit <id>`. */
export function addOperationCommands(program: Command): void {
  for (const [name, operation] of Object.entries<Operation>(defineOperations(platforms))) {
    if (operation.produces || operation.personal || operation.tag === 'description') continue
    const group = groupFor(program, operation.tag)
    const command = kebab(methodName(name, operation.tag))
    // A command of its own does more than the operation, or works without a running instance.
    if (!group.commands.some((known) => known.name() === command)) addOperation(group, command, operation)
  }
}

function groupFor(program: Command, tag: Operation['tag']): Command {
  const known = program.commands.find((command) => command.name() === tag)
  return known ?? program.command(tag).description(tags[tag]).helpGroup('Resources:')
}

type Values = Record<string, unknown>

function addOperation(group: Command, name: string, operation: Operation): void {
  const { method, path, summary, description = '', query, body, idempotent = false } = operation
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => slot)
  const bodyFields = body ? fieldsOf(body) : []
  // A few operations accept a field in both.
  const inBody = new Set(bodyFields.map((field) => field.name))
  const queryFields = query ? fieldsOf(query).filter((field) => !inBody.has(field.name)) : []
  const command = withInstance(group.command(name)).summary(summary).description(`${summary}. ${description}`)
  for (const slot of slots) command.argument(`<${kebab(slot)}>`, 'an ID')
  for (const field of [...queryFields, ...bodyFields]) command.addOption(optionOf(field))
  if (body) command.option('--data <json>', 'the body as JSON; the other options replace its fields', parseJson)
  command.action(async (...given: unknown[]) => {
    const values = slots.map((_slot, at) => encodeURIComponent(String(given[at])))
    // Commander calls with the arguments, then the options; all of them were declared above.
    const options = given[slots.length] as InstanceOptions & Values
    await perform(options, async (client) => {
      const at = path.replace(/\{\w+\}/g, () => values.shift() ?? '')
      const sent = body ? { ...(options.data as object | undefined), ...chosen(bodyFields, options) } : undefined
      return contentOf(
        await client.request(method, at, {
          query: chosen(queryFields, options),
          ...(sent === undefined ? {} : { body: sent }),
          takesKey: idempotent,
        }),
      )
    })
  })
}

const contentOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer

const property = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
})

interface Field extends z.output<typeof property> {
  readonly name: string
  /** As commander names its value. */
  readonly key: string
}

function fieldsOf(schema: z.ZodObject): Field[] {
  const properties = z.record(z.string(), property).parse(toOpenapi(schema, 'input').schema.properties ?? {})
  return Object.entries(properties).map(([name, field]) => ({
    ...field,
    name,
    key: kebab(name).replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
  }))
}

const firstSentence = (text = ''): string => text.replace(/(?<=[.!?]) .*$/s, '')

function optionOf({ name, type, description, enum: choices, items }: Field): Option {
  const flag = `--${kebab(name)}`
  const words = firstSentence(description)
  if (type === 'boolean') return new Option(`${flag} <yes|no>`, words).argParser(parseBoolean)
  if (type === 'integer' || type === 'number') return new Option(`${flag} <number>`, words).argParser(parseNumber)
  if (type === 'array' && items?.type === 'string')
    return new Option(`${flag} <list>`, `${words} Separate several by commas.`.trim()).argParser((text) =>
      text.split(','),
    )
  if (type === 'string' || type === undefined) {
    const option = new Option(`${flag} <${type === undefined ? 'value' : 'text'}>`, words)
    return choices ? option.choices(choices.map(String)) : option
  }
  return new Option(`${flag} <json>`, words).argParser(parseAnyJson)
}

function chosen(fields: readonly Field[], options: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, key }) => (options[key] === undefined ? [] : [[name, options[key]]])),
  )
}

function parseBoolean(text: string): boolean {
  if (!/^(yes|no|true|false)$/.test(text)) throw new InvalidArgumentError('It must be yes or no.')
  return text === 'yes' || text === 'true'
}

function parseNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}

function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON, for example [{"url":"https://…"}].')
  }
}
