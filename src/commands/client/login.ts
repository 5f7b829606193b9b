import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { isoTime } from '../../system/clock.ts'
import { WrongUse } from '../fault.ts'
import { revokeTokens } from '../login/tokens.ts'
import { parseAddress } from '../parse.ts'
import { withInstance } from './add-command.ts'
import { Exit, exitCodes } from './exit.ts'
import { clientOf, findInstance, type InstanceOptions } from './instance.ts'
import { type Login, readLogin, removeLogin, writeLogin } from './login-file.ts'
import { printJson } from './print.ts'

interface LoginOptions {
  readonly key?: string
  readonly browser: boolean
}

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('sign in at an instance in the browser, or remember an API key, for the other commands')
    .argument('[url]', 'the address of the instance', parseAddress, 'http://127.0.0.1:4000')
    .option('--key <key>', 'an API key instead; “-” reads it from standard input, so that it is in no history')
    .option('--no-browser', 'open no browser here: print the address, and ask for the code that the page shows')
    .action(login)
  program
    .command('logout')
    .description('end the sign-in of “polypost login”; an API key is only forgotten, and stays valid')
    .action(logout)
  withInstance(program.command('whoami')).description('show the instance and the key that commands use').action(whoami)
}

async function login(url: string, { key: given, browser }: LoginOptions): Promise<void> {
  const made =
    given === undefined
      ? await signIn(url, browser)
      : { url, key: given === '-' ? (await text(process.stdin)).trim() : given }
  const { plan } = await clientOf(made).account.getUsage()
  console.log(`You are signed in to ${url} (plan ${plan.name}). The key is kept in ${await writeLogin(made)}.`)
}

async function signIn(url: string, browser: boolean): Promise<Login> {
  if (browser && !process.stdin.isTTY)
    throw new WrongUse('There is no terminal, so nobody can sign in. Send an API key to “polypost login URL --key -”.')
  // Over SSH, the browser is on another machine.
  const isRemote = Boolean(process.env.SSH_CONNECTION || process.env.SSH_TTY)
  const { loginByBrowser } = await import('../login/browser-login.ts')
  return loginByBrowser(url, { browser: browser && !isRemote })
}

async function logout(): Promise<void> {
  const login = await readLogin()
  if (login === null) throw new Exit(exitCodes.signIn, 'Nobody was signed in.')
  const isRevoked = login.session !== undefined && (await revokeTokens(login))
  await removeLogin()
  if (isRevoked) console.log(`You are signed out of ${login.url}.`)
  else if (login.session === undefined)
    console.log('The key is forgotten. It stays valid: revoke it with “polypost keys revoke”, if it is not needed.')
  else
    console.log(
      `The sign-in is forgotten here, but ${login.url} could not be told. To end it there, revoke the key of “Polypost command line”.`,
    )
}

async function whoami(options: InstanceOptions): Promise<void> {
  const instance = await findInstance(options)
  const { plan } = await clientOf(instance).account.getUsage()
  const shown = {
    url: instance.url,
    key: `${instance.key.slice(0, 10)}…`,
    source: instance.source,
    plan: plan.name,
    signed_in_until: instance.session ? isoTime(instance.session.ends_at) : null,
  }
  if (options.json) printJson(shown)
  else {
    const until = shown.signed_in_until === null ? '' : `; signed in until ${shown.signed_in_until}`
    console.log(`${shown.url}, with the key ${shown.key} from ${shown.source}; plan ${shown.plan}${until}`)
  }
}
