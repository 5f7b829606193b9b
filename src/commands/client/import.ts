import { createHash } from 'node:crypto'
import { type ImportPostsBody, type ImportPostsResult, ValidationError } from '@polypost/sdk'
import type { Command } from 'commander'
import { WrongUse } from '../fault.ts'
import { readText } from '../given-file.ts'
import { withInstance } from './add-command.ts'
import { Exit, exitCodes, explainApiError } from './exit.ts'
import { clientOf, findInstance, type InstanceOptions } from './instance.ts'
import { paint, printJson } from './print.ts'
import { inCommands } from './route-words.ts'

interface Options extends InstanceOptions {
  readonly profile?: string
  readonly drafts?: true
  readonly commit?: boolean
}

/** As much as one request may have. */
const mostBytes = 1_000_000
const tooLarge = 'an import has at most 1 MB and 500 rows. Split it into several files.'

export function addImportCommand(program: Command): void {
  withInstance(program.command('import'))
    .description('check the posts in a CSV or JSON file, and store them all with --commit')
    .argument('<file>', 'a .csv file, or a .json file with a list of posts')
    .option('--profile <id>', 'the profile; by default the default profile')
    .option('--drafts', 'store drafts instead of posts')
    .option('--commit', 'store the rows. Without it they are only checked')
    .addHelpText('after', '\nThe same file is stored once, also if this command is killed and runs again.')
    .action(importFile)
}

async function importFile(file: string, { profile, drafts, commit = false, ...options }: Options): Promise<void> {
  const body: ImportPostsBody = {
    ...rowsOf(file, await readText(file, { most: mostBytes, words: tooLarge })),
    profile_id: profile,
    as: drafts ? 'drafts' : 'posts',
    commit,
  }
  const idempotencyKey = `cli_${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 40)}`
  const answers: Response[] = []
  const client = clientOf(await findInstance(options), (answer) => answers.push(answer))
  const result = await client.posts.import(body, { idempotencyKey }).catch((error: unknown) => {
    throw error instanceof ValidationError
      ? new Exit(exitCodes.refused, `${file} is refused. ${explainApiError(error)}`)
      : error
  })
  // A repeat of a request that this command sent itself was stored by this command.
  const [first, ...others] = answers
  const isRepeated = others.length === 0 && first?.headers.get('idempotent-replayed') === 'true'
  if (options.json) printJson(result)
  else show(result, isRepeated)
  if (!result.ok) throw new Exit(exitCodes.refused)
}

function rowsOf(file: string, text: string): Pick<ImportPostsBody, 'rows' | 'csv'> {
  if (!/\.json$/i.test(file)) return { csv: text }
  const rows = jsonOf(file, text)
  if (Array.isArray(rows)) return { rows }
  throw new WrongUse(`${file} must contain a JSON list of posts, such as [{"message":"Hello","platforms":["x"]}].`)
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const [, position = ''] = /(\(line \d+ column \d+\))/.exec(String(cause)) ?? []
    throw new WrongUse(`${[file, 'is not valid JSON', position].filter(Boolean).join(' ')}.`, { cause })
  }
}

function show({ rows, unknown_columns, committed, ok }: ImportPostsResult, isRepeated: boolean): void {
  for (const column of unknown_columns) console.log(paint('red', `✗ There is no column “${column}”.`))
  for (const { row, findings, warnings } of rows) {
    for (const { message } of findings) console.log(`${paint('red', '✗')} row ${row}: ${inCommands(message)}`)
    for (const { message } of warnings) console.log(`${paint('yellow', '!')} row ${row}: ${inCommands(message)}`)
  }
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`
  if (committed)
    console.log(
      `${paint('green', '✓')} ${count} ${isRepeated ? 'stored before. Nothing was stored again.' : 'stored.'}`,
    )
  else if (ok) console.log(`${paint('green', '✓')} ${count} can be stored. Run the command again with --commit.`)
  else console.log('Nothing was stored. Correct these rows, then try again.')
}
