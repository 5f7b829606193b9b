import { type Command, InvalidArgumentError, Option } from 'commander'
import { maxMinutesAhead } from '../domain/policy.ts'
import type { NewKeyOptions } from './actions/keys.ts'
import type { ListOptions } from './client/print.ts'
import { parseEmail, wholeNumber } from './parse.ts'

const load = () => import('./actions/keys.ts')

const scopeNames = ['read', 'write', 'admin'] as const
const maxDays = 36_500
const defaultScopes: NewKeyOptions['scopes'] = ['read', 'write']

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage the API keys of a user')
  keys
    .command('create')
    .argument('<email>', 'the email address of the user', parseEmail)
    .requiredOption('--name <name>', 'a name for the key, such as the program that uses it', parseName)
    .addOption(
      new Option('--for <use>', 'mcp: for an assistant; it saves drafts, and publishes nothing without an approval')
        .choices(['mcp'])
        .implies({ policy: 'drafts', unattended: false }),
    )
    .option('--scopes <list>', 'read, write and admin, separated by commas', parseScopes, defaultScopes)
    .addOption(
      new Option('--policy <policy>', 'what it may do; drafts: what an author may, ahead: what an editor may, in time')
        .choices(['publish', 'ahead', 'drafts'])
        .default('publish'),
    )
    .option(
      '--minutes <number>',
      'with --policy ahead: how many minutes ahead posts must be scheduled',
      wholeNumber({ min: 1, max: maxMinutesAhead }),
    )
    .option('--unattended', 'with --for mcp: it may publish and delete without asking')
    .option('--no-unattended', 'it asks a person before it publishes or deletes; only assistants can')
    .option(
      '--days <number>',
      'days until the key expires; without it the key does not expire',
      wholeNumber({ min: 1, max: maxDays }),
    )
    .description('create a key and print it; it cannot be printed again')
    .addHelpText(
      'after',
      '\nExamples:\n  polypost keys create ana@acme.example --name shop\n  polypost keys create ana@acme.example --name Claude --for mcp',
    )
    .action(async (email: string, options: NewKeyOptions) => (await load()).createKey(email, options))
  keys
    .command('list')
    .argument('<email>', 'the email address of the user', parseEmail)
    .description('list a user’s keys, without their secrets')
    .option('--json', 'print JSON')
    .action(async (email: string, options: ListOptions) => (await load()).showKeys(email, options))
  keys
    .command('revoke')
    .argument('<id>', 'the ID of the key, from “keys list”', wholeNumber({ min: 1 }))
    .description('revoke a key; it stops working at once')
    .action(async (id: number) => (await load()).endKey(id))
}

function parseName(text: string): string {
  const name = text.trim()
  if (name.length < 1 || name.length > 80) throw new InvalidArgumentError('It must have 1 to 80 characters.')
  return name
}

function parseScopes(text: string): NewKeyOptions['scopes'] {
  const given = text.split(',').map((part) => part.trim())
  const known = scopeNames.filter((scope) => given.includes(scope))
  if (known.length === 0 || given.some((name) => !known.some((scope) => scope === name)))
    throw new InvalidArgumentError('They must be read, write or admin, separated by commas.')
  return known
}
