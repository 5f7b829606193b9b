import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectBody, type Connection, canonicalName, type DisconnectBody, type Polypost } from '@polypost/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { andList } from '../../domain/listed.ts'
import { own } from '../../domain/own.ts'
import { WrongUse } from '../fault.ts'
import { perform, withInstance } from './add-command.ts'
import { askLine } from './ask-line.ts'
import { Exit, exitCodes } from './exit.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { openBrowser } from './open-browser.ts'
import { paint, printJson, printRows } from './print.ts'
import { inCommands } from './route-words.ts'

const askEvery = 1_000 // milliseconds

interface ConnectOptions extends InstanceOptions {
  readonly profile?: string
  readonly sandbox?: true
  readonly field: Fields
  readonly handle?: string
  readonly appPassword?: string
}

type Fields = Readonly<Record<string, string>>

function addField(text: string, fields: Fields): Fields {
  const [name = '', ...value] = text.split('=')
  if (name === '' || value.length === 0) throw new InvalidArgumentError('Write it as name=value.')
  return { ...fields, [name]: value.join('=') }
}

export function addAccountCommands(program: Command): void {
  withInstance(program.command('connect'))
    .description('connect an account: opens the sign-in of the platform in a browser and waits for its end')
    .argument('<platform>', 'the platform, or “all”')
    .option('--sandbox', 'a simulated account: nothing leaves this machine')
    .option('--profile <id>', 'the profile; by default the default profile')
    .option('--field <name=value>', 'what the platform asks for instead of a sign-in; repeatable', addField, {})
    .option('--handle <handle>', 'short for --field handle=…')
    .option('--app-password <password>', 'short for --field app_password=…')
    .action(connect)
  withInstance(program.command('accounts'))
    .description('list the connected accounts and what is wrong with them')
    .action(async (options: InstanceOptions) => {
      const accounts = await accountsOf(await openClient(options))
      printRows(options, accounts, accounts)
    })
  withInstance(program.command('disconnect'))
    .description('disconnect an account; its published posts stay')
    .argument('<platform>', 'the platform')
    .option('--profile <id>', 'the profile; by default the default profile')
    .action(async (platform: string, { profile, ...options }: InstanceOptions & { profile?: string }) => {
      await perform(
        options,
        (client) =>
          client.connections.disconnect({ platform: platform as DisconnectBody['platform'], profile_id: profile }),
        () => console.log(`${platform} is disconnected.`),
      )
    })
}

async function connect(platform: string, options: ConnectOptions): Promise<void> {
  const client = await openClient(options)
  const { profile, sandbox, json } = options
  const fields = sandbox ? givenFields(options) : await allFields(client, platform, givenFields(options))
  const started = await client.connections.connect({
    // The service refuses an unknown name, and lists the known ones.
    platform: platform as ConnectBody['platform'],
    profile_id: profile,
    environment: sandbox ? 'sandbox' : undefined,
    ...(Object.keys(fields).length > 0 && { fields }),
  })
  if (!json && started.status === 'waiting' && started.url) announce(started.url)
  const ended = await followConnection(client, started)
  if (json) printJson(ended)
  else report(ended)
  if (ended.status !== 'connected') throw new Exit(exitCodes.failed)
}

const givenFields = ({ field, handle, appPassword }: ConnectOptions): Fields => ({
  ...field,
  ...(handle !== undefined && { handle }),
  ...(appPassword !== undefined && { app_password: appPassword }),
})

/** With the fields that are missing, if somebody is at the terminal. */
async function allFields(client: Polypost, platform: string, given: Fields): Promise<Fields> {
  const { platforms } = await client.connections.listPlatforms()
  const found = platforms.find(({ name }) => name === canonicalName(platform))
  const missing = (found?.connect[0]?.fields ?? []).filter(({ name }) => own(given, name) === undefined)
  if (missing.length > 0 && !process.stdin.isTTY) {
    const options = missing.map(({ name, hint }) => `--field ${name}=… (${hint})`)
    throw new WrongUse(`${found?.title} is connected with ${andList(options)}.`)
  }
  const asked: [string, string][] = []
  for (const { name, title, hint, kind } of missing)
    asked.push([name, await askLine(`${title} (${hint}): `, { secret: kind === 'secret' })])
  return { ...given, ...Object.fromEntries(asked) }
}

function announce(url: string): void {
  console.log(
    `Sign in here:\n  ${paint('cyan', url)}\n${paint('dim', 'Waiting for the end of the sign-in. Ctrl-C stops waiting.')}`,
  )
  openBrowser(url)
}

/** Waits until the person has signed in. A choice is made in the browser, too. */
async function followConnection(client: Polypost, connection: Connection): Promise<Connection> {
  for (let current = connection; ; current = await client.connections.get(connection.connection_id)) {
    if (current.status !== 'waiting' && current.status !== 'choosing') return current
    await sleep(askEvery)
  }
}

function report({ status, connected_platforms, environment, error, failure }: Connection): void {
  for (const platform of connected_platforms)
    console.log(`${paint('green', '✓')} ${platform} is connected${environment === 'sandbox' ? ' (simulated)' : ''}`)
  if (status === 'expired') console.error('Nobody signed in within an hour. Run the command again.')
  if (error) console.error(inCommands(error.message))
  if (failure?.advice) console.error(`  ${inCommands(failure.advice)}\n  The steps are in ${failure.guide}.`)
}

async function accountsOf(client: Polypost) {
  const { profiles } = await client.profiles.list()
  return profiles.flatMap(({ name, platform_profiles }) =>
    Object.entries(platform_profiles).map(([platform, account]) => ({
      platform,
      username: account.username ?? account.display_name,
      status: account.status,
      profile: name,
      environment: account.environment,
      expires_at: account.expires_at,
      cannot: Object.entries(account.capabilities).flatMap(([ability, can]) => (can ? [] : [ability])),
    })),
  )
}
