import { type Command, InvalidArgumentError, Option } from 'commander'
import { operationCommands, operationGroups } from '../generated/operations.ts'
import { perform, withInstance } from './add-command.ts'
import { parseJson } from './api.ts'
import type { InstanceOptions } from './instance.ts'
import type { OperationCommand, OperationField } from './operation-command.ts'

/** A command for each operation that returns JSON: `polypost posts list`, `polypost drafts submit <id>`. */
export function addOperationCommands(program: Command): void {
  for (const operation of operationCommands) {
    const group = groupFor(program, operation.group)
    // A command of its own does more than the operation, or works without a running instance.
    if (!group.commands.some((known) => known.name() === operation.name)) addOperation(group, operation)
  }
}

function groupFor(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  return (
    known ??
    program
      .command(name)
      .description(operationGroups[name] ?? '')
      .helpGroup('Resources:')
  )
}

type Values = Record<string, unknown>

function addOperation(group: Command, { name, method, path, query, body, takesKey, ...words }: OperationCommand): void {
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => slot)
  const command = withInstance(group.command(name)).summary(words.summary).description(words.description)
  for (const slot of slots) command.argument(`<${slot.replaceAll('_', '-')}>`, 'an ID')
  for (const field of [...query, ...(body ?? [])]) command.addOption(optionOf(field))
  if (body) command.option('--data <json>', 'the body as JSON; the other options replace its fields', parseJson)
  command.action(async (...given: unknown[]) => {
    const values = slots.map((_slot, at) => encodeURIComponent(String(given[at])))
    // Commander calls with the arguments, then the options; all of them were declared above.
    const options = given[slots.length] as InstanceOptions & Values
    await perform(options, async (client) => {
      const at = path.replace(/\{\w+\}/g, () => values.shift() ?? '')
      const sent = body ? { ...(options.data as object | undefined), ...chosen(body, options) } : undefined
      return contentOf(
        await client.request(method, at, {
          query: chosen(query, options),
          ...(sent === undefined ? {} : { body: sent }),
          takesKey,
        }),
      )
    })
  })
}

const contentOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer

const parsers: Readonly<Record<OperationField['kind'], ((text: string) => unknown) | null>> = {
  'yes|no': parseBoolean,
  number: parseNumber,
  list: (text) => text.split(','),
  text: null,
  value: null,
  json: parseAnyJson,
}

function optionOf({ flag, kind, words, choices }: OperationField): Option {
  const several = kind === 'list' ? ' Separate several by commas.' : ''
  const option = new Option(`--${flag} <${kind}>`, `${words}${several}`.trim())
  const parser = parsers[kind]
  if (parser) return option.argParser(parser)
  return choices ? option.choices(choices) : option
}

function chosen(fields: readonly OperationField[], options: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, flag }) => {
      const value = options[new Option(`--${flag}`).attributeName()]
      return value === undefined ? [] : [[name, value]]
    }),
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
