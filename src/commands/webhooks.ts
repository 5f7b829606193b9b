import { type Command, InvalidArgumentError } from 'commander'
import type { ListenOptions } from './actions/webhooks.ts'
import { parseAddress } from './parse.ts'

const defaultPort = 4400

export function addWebhookCommands(program: Command): void {
  program
    .command('webhooks')
    .description('tools for receiving webhooks')
    .command('listen')
    .option('--port <number>', 'the port to listen on; other machines cannot reach it', parsePort, defaultPort)
    .option('--secret <secret>', 'the secret of the webhook; without it a secret is created', parseSecret)
    .option(
      '--status <code>',
      'the status to return for a valid delivery: try 503 to see the retries',
      parseStatus,
      200,
    )
    .option('--forward-to <url>', 'send each valid delivery on to your program, and return its status', parseAddress)
    .description('receive deliveries on this machine, check their signatures, and print them')
    .action(async (options: ListenOptions) => (await import('./actions/webhooks.ts')).listen(options))
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a number up to 65535.')
  return port
}

/** The same limits as in the API. */
function parseSecret(text: string): string {
  if (text.length < 16 || text.length > 256) throw new InvalidArgumentError('It must have 16 to 256 characters.')
  return text
}

function parseStatus(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('It must be an HTTP status from 200 to 599.')
  return Number(text)
}
