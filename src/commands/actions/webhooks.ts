import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import { systemClock } from '../../system/clock.ts'
import { clientOf, findInstance, type InstanceOptions } from '../client/instance.ts'
import { WrongUse } from '../fault.ts'
import { pullEvents } from '../receive/pull.ts'
import { startReceiver } from '../receive/server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const defaultPort = 4400

export interface ListenOptions extends InstanceOptions {
  readonly receive?: true
  readonly port?: number
  readonly secret?: string
  readonly status?: number
  readonly forwardTo?: string
}

export async function listen(options: ListenOptions): Promise<void> {
  if (options.receive) return receive(options)
  if (options.port !== undefined || options.status !== undefined)
    throw new WrongUse('--port and --status belong to --receive. Add it, or leave them out.')
  await pull(options)
}

const print = (text: string) => console.log(text)

async function pull({ secret = newWebhookSecret(), forwardTo, ...options }: ListenOptions): Promise<void> {
  const instance = await findInstance(options)
  const { url } = instance
  const stop = new AbortController()
  const { signal } = stop
  stopOnSignal({ stop: async () => stop.abort() })
  const ways = {
    client: clientOf(instance),
    url,
    secret,
    forwardTo: forwardTo ?? null,
    clock: systemClock,
    print,
    signal,
  }
  const lines =
    forwardTo === undefined
      ? [`Events of ${url} are printed from now on. Press Ctrl-C to stop.`]
      : [
          `Events of ${url} are sent to ${forwardTo} from now on. Press Ctrl-C to stop.`,
          `The secret of their signatures: ${secret}`,
        ]
  await pullEvents(ways, () => print(`\n${lines.map((line) => `  ${line}\n`).join('')}`)).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function receive({
  port = defaultPort,
  secret = newWebhookSecret(),
  status = 200,
  forwardTo,
}: ListenOptions): Promise<void> {
  const receiver = await startReceiver({
    port,
    secret,
    status,
    forwardTo: forwardTo ?? null,
    clock: systemClock,
    print,
  })
  stopOnSignal(receiver)
  print(greeting(receiver.url, secret))
}

const greeting = (url: string, secret: string): string =>
  [
    '',
    `  Listening at ${url} for deliveries. Press Ctrl-C to stop.`,
    '',
    '  Create a webhook with this address:',
    `  polypost webhooks create --url ${url} --secret ${quoted(secret)}`,
    '',
    '  Send a test event. Replace ID by the “id” in the response:',
    '  polypost webhooks test ID',
    '',
    '  Polypost only sends webhooks to its own machine if it is started with',
    '  POLYPOST_ALLOW_HTTP_WEBHOOKS=true POLYPOST_ALLOW_PRIVATE_ADDRESSES=127.0.0.0/8',
    '',
  ].join('\n')

/** A secret that was made needs no quotes in any shell. */
const quoted = (text: string): string => (/^[\w+/=]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
