import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { operationCommands, operationGroups } from '../generated/operations.ts'
import { type Json, parseJson } from '../parse.ts'
import { perform, withInstance } from './add-command.ts'
import { bodyOf } from './api.ts'
import { momentOf, sayMoment, timeWords } from './given-time.ts'
import type { InstanceOptions } from './instance.ts'
import type { OperationCommand, OperationField } from './operation-command.ts'
import { readTimes, type Times, type Values } from './operation-times.ts'
import { paint, printResult } from './print.ts'
import { inCommands } from './route-words.ts'

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

function addOperation(group: Command, operation: OperationCommand): void {
  const { name, method, path, query, body, takesKey } = operation
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => slot)
  const command = withInstance(group.command(name))
    .summary(operation.summary)
    .description(inCommands(operation.description))
  for (const slot of slots) command.argument(`<${slot.replaceAll('_', '-')}>`, 'an ID')
  for (const field of [...query, ...(body ?? [])]) command.addOption(optionOf(field))
  if (body)
    command.option(
      '--data <json>',
      'the body as JSON, or “-” for standard input; the other options replace its fields',
      parseJson,
    )
  command.action(async (...given: unknown[]) => {
    const ids = slots.map((_slot, at) => String(given[at]))
    // Commander calls with the arguments, then the options; all of them were declared above.
    const options = given[slots.length] as InstanceOptions & Values & { readonly data?: Json }
    const sent = body ? { ...(await bodyOf(options.data)), ...chosen(body, options) } : undefined
    let times: Times | undefined
    await perform(
      options,
      async (client) => {
        times = await readTimes(client, operation, { ids, query: chosen(query, options), body: sent }, options)
        const values = ids.map(encodeURIComponent)
        const at = path.replace(/\{\w+\}/g, () => values.shift() ?? '')
        return contentOf(
          await client.request(method, at, {
            query: times.query,
            ...(times.body === undefined ? {} : { body: times.body }),
            takesKey,
          }),
        )
      },
      (result) => {
        printResult(result)
        const words = times && timeWordsOf(times, result)
        if (words) console.log(paint('dim', words))
      },
    )
  })
}

function timeWordsOf({ time, days }: Times, result: unknown): string | null {
  if (days !== null) return `Days begin at midnight in ${days}.`
  if (time === null) return null
  const { data } = z.object({ scheduled_at: z.string() }).safeParse(result)
  const moment = data?.scheduled_at ?? momentOf(time)
  return moment === null ? null : `Time: ${sayMoment(moment, time.zone)}`
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

function optionOf({ name, flag, kind, words, choices }: OperationField): Option {
  const several = kind === 'list' ? ' Separate several by commas.' : ''
  const about = name === 'scheduled_at' ? timeWords : inCommands(words)
  const option = new Option(`--${flag} <${kind}>`, `${about}${several}`.trim())
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
