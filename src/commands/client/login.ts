import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { parseAddress } from '../parse-address.ts'
import { Exit, exitCodes } from './exit.ts'
import { clientOf, findInstance, type InstanceOptions } from './instance.ts'
import { removeLogin, writeLogin } from './login-file.ts'
import { printJson } from './print.ts'

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('remember an instance and an API key for the other commands')
    .argument('[url]', 'the address of the instance', parseAddress, 'http://127.0.0.1:4000')
    .requiredOption('--key <key>', 'an API key; “-” reads it from standard input, so that it is in no history')
    .action(async (url: string, { key: given }: { key: string }) => {
      const key = given === '-' ? (await text(process.stdin)).trim() : given
      const { plan } = await clientOf({ url, key }).account.getUsage()
      console.log(
        `You are signed in to ${url} (plan ${plan.name}). The key is kept in ${await writeLogin({ url, key })}.`,
      )
    })
  program
    .command('logout')
    .description('forget the key of “polypost login”; the key itself stays valid')
    .action(async () => {
      if (!(await removeLogin())) throw new Exit(exitCodes.signIn, 'Nobody was signed in.')
      console.log('The key is forgotten. It stays valid: revoke it with “polypost keys revoke”, if it is not needed.')
    })
  program
    .command('whoami')
    .description('show the instance and the key that commands use')
    .option('--instance <url>', 'the instance')
    .option('--json', 'print JSON')
    .action(async (options: InstanceOptions) => {
      const instance = await findInstance(options)
      const { plan } = await clientOf(instance).account.getUsage()
      const shown = {
        url: instance.url,
        key: `${instance.key.slice(0, 10)}…`,
        source: instance.source,
        plan: plan.name,
      }
      if (options.json) printJson(shown)
      else console.log(`${shown.url}, with the key ${shown.key} from ${shown.source}; plan ${shown.plan}`)
    })
}
