import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectBody, Connection, DisconnectBody, Polypost } from '@polypost/sdk'
import type { Command } from 'commander'
import { perform, withInstance } from './add-command.ts'
import { Exit, exitCodes } from './exit.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { openBrowser } from './open-browser.ts'
import { paint, printJson, printRows } from './print.ts'
import { inCommands } from './route-words.ts'

const askEvery = 1_000 // milliseconds

interface ConnectOptions extends InstanceOptions {
  readonly profile?: string
  readonly sandbox?: true
  readonly handle?: string
  readonly appPassword?: string
}

export function addAccountCommands(program: Command): void {
  withInstance(program.command('connect'))
    .description('connect an account: opens the sign-in of the platform in a browser and waits for its end')
    .argument('<platform>', 'the platform, or “all”')
    .option('--sandbox', 'a simulated account: nothing leaves this machine')
    .option('--profile <id>', 'the profile; by default the default profile')
    .option('--handle <handle>', 'Bluesky: the handle')
    .option('--app-password <password>', 'Bluesky: an app password')
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
  const { profile, sandbox, handle, appPassword, json } = options
  const started = await client.connections.connect({
    // The service refuses an unknown name, and lists the known ones.
    platform: platform as ConnectBody['platform'],
    profile_id: profile,
    environment: sandbox ? 'sandbox' : undefined,
    handle,
    app_password: appPassword,
  })
  if (!json && started.status === 'waiting' && started.url) announce(started.url)
  const ended = await followConnection(client, started)
  if (json) printJson(ended)
  else report(ended)
  if (ended.status !== 'connected') throw new Exit(exitCodes.failed)
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
