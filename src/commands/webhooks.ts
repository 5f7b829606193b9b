import { type Command, InvalidArgumentError } from 'commander'
import type { ListenOptions } from './actions/webhooks.ts'
import { whichInstance } from './client/add-command.ts'
import { parseAddress, wholeNumber } from './parse.ts'

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhooks, and tools for receiving them')
  whichInstance(webhooks.command('listen'))
    .description('print every event as it happens, and send it to your program as a webhook would; creates nothing')
    .option('--forward-to <url>', 'the address of your program', parseAddress)
    .option('--secret <secret>', 'the secret of the signatures; without it one is made and printed', parseSecret)
    .option('--receive', 'receive real deliveries on this machine instead, check their signatures, and print them')
    .option(
      '--port <number>',
      'with --receive: the port, which other machines cannot reach; by default 4400',
      parsePort,
    )
    .option(
      '--status <code>',
      'with --receive: the status to return for a valid delivery; by default 200. Try 503 to see the retries',
      parseStatus,
    )
    .addHelpText('after', '\nExample:\n  polypost webhooks listen --forward-to http://127.0.0.1:3000/hooks')
    .action(async (options: ListenOptions) => (await import('./actions/webhooks.ts')).listen(options))
}

const parsePort = wholeNumber({ max: 65_535 })
const parseStatus = wholeNumber({ min: 200, max: 599 })

/** The same limits as in the API. */
function parseSecret(text: string): string {
  if (text.length < 16 || text.length > 256) throw new InvalidArgumentError('It must have 16 to 256 characters.')
  return text
}
