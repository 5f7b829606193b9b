import { type Command, InvalidArgumentError } from 'commander'
import { type Config, readConfig } from '../app/config.ts'
import { ownerKeyFile } from '../app/data-dir.ts'
import { newWebhookSecret } from '../crypto/webhook-signature.ts'
import { systemClock } from '../system/clock.ts'
import { parseAddress } from './parse-address.ts'
import { startReceiver } from './receive/server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const defaultPort = 4400

interface Options {
  readonly port: number
  readonly secret?: string
  readonly status: number
  readonly forwardTo?: string | null
}

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
    .action((options: Options) => listen(readConfig(process.env), options))
}

async function listen(
  config: Config,
  { port, secret = newWebhookSecret(), status, forwardTo = null }: Options,
): Promise<void> {
  const print = (text: string) => console.log(text)
  const receiver = await startReceiver({ port, secret, status, forwardTo, clock: systemClock, print })
  stopOnSignal(receiver)
  console.log(greeting(receiver.url, secret, config))
}

function greeting(url: string, secret: string, { publicUrl, ownerKey, dataDir }: Config): string {
  const key = ownerKey === null ? `$(cat '${ownerKeyFile(dataDir)}')` : '$POLYPOST_OWNER_KEY'
  const ask = `curl ${publicUrl}/api/v1/webhooks`
  const as = `-H "Authorization: Bearer ${key}"`
  return [
    '',
    `  Listening at ${url} for deliveries. Press Ctrl-C to stop.`,
    '',
    '  Create a webhook with this address:',
    `  ${ask} ${as} -H "Content-Type: application/json" -d ${quoted(JSON.stringify({ url, secret }))}`,
    '',
    '  Send a test event. Replace ID by the “id” in the response:',
    `  ${ask}/ID/test -X POST ${as}`,
    '',
    '  Polypost only sends webhooks to its own machine if it is started with',
    '  POLYPOST_ALLOW_HTTP_WEBHOOKS=true POLYPOST_ALLOW_PRIVATE_ADDRESSES=127.0.0.0/8',
    '',
  ].join('\n')
}

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

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
