import { type Command, InvalidArgumentError } from 'commander'
import type { VerifyOptions } from './actions/verify.ts'
import { parseAddress, wholeNumber } from './parse.ts'

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .argument('<platform>', 'for example bluesky')
    .option('--url <url>', 'address of the running instance; default: HOST and PORT', parseUrl)
    .option('--key <key>', 'API key; default: the owner’s key')
    .option('--profile <id>', 'ID or name of the connection profile; default: the default profile')
    .option('--option <name=value>', 'an option of the platform, such as boardId=123; repeatable', addOption, {})
    .option('--picture <file>', 'publish this picture instead of the sample')
    .option('--video <file>', 'publish this video instead of the sample')
    .option('--no-large', 'leave out large files')
    .option('--wait <seconds>', 'how long to wait for a comment of another person', wholeNumber({ max: 99_999 }))
    .option('--sandbox', 'connect a simulated account if no account is connected')
    .option('--report <folder>', 'where to write the report', '.')
    .option('--yes', 'publish the test posts without asking')
    .description('check a platform with a real account: publishes test posts and writes a report')
    .action(async (platform: string, options: VerifyOptions) =>
      (await import('./actions/verify.ts')).check(platform, options),
    )
}

const parseUrl = (text: string): string =>
  parseAddress(text)
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')

function addOption(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name, value] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be a name, =, and a value.')
  return { ...before, [name]: value }
}
