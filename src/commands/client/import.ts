import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ImportPostsBody, ImportPostsResult } from '@polypost/sdk'
import type { Command } from 'commander'
import { perform, withInstance } from './add-command.ts'
import { Exit, exitCodes } from './exit.ts'
import type { InstanceOptions } from './instance.ts'
import { paint } from './print.ts'

interface Options extends InstanceOptions {
  readonly profile?: string
  readonly drafts?: true
  readonly commit?: boolean
}

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

async function importFile(
  file: string,
  { profile, drafts, commit = false, ...options }: Options & { commit?: boolean },
) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Exit(exitCodes.usage, `The file ${file} can’t be read.`)
  })
  const body: ImportPostsBody = {
    ...rowsOf(file, text),
    profile_id: profile,
    as: drafts ? 'drafts' : 'posts',
    commit,
  }
  const idempotencyKey = `cli_${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 40)}`
  const { ok } = await perform(options, (client) => client.posts.import(body, { idempotencyKey }), show)
  if (!ok) throw new Exit(exitCodes.refused)
}

function rowsOf(file: string, text: string): Pick<ImportPostsBody, 'rows' | 'csv'> {
  if (!/\.json$/i.test(file)) return { csv: text }
  try {
    const rows: unknown = JSON.parse(text)
    if (Array.isArray(rows)) return { rows }
  } catch {
    // Below.
  }
  throw new Exit(exitCodes.usage, `The file ${file} must contain a JSON list of posts.`)
}

function show({ rows, unknown_columns, committed, ok }: ImportPostsResult): void {
  for (const column of unknown_columns) console.log(paint('red', `✗ There is no column “${column}”.`))
  for (const { row, findings, warnings } of rows) {
    for (const { message } of findings) console.log(`${paint('red', '✗')} row ${row}: ${message}`)
    for (const { message } of warnings) console.log(`${paint('yellow', '!')} row ${row}: ${message}`)
  }
  if (committed) console.log(`${paint('green', '✓')} ${rows.length} rows are stored.`)
  else if (ok)
    console.log(`${paint('green', '✓')} All ${rows.length} rows can be stored. Run the command again with --commit.`)
  else console.log('Nothing was stored. Correct these rows, then try again.')
}
