import { type Config, readConfig } from '../../app/config.ts'
import { ownerKeyFile } from '../../app/data-dir.ts'
import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import { systemClock } from '../../system/clock.ts'
import { startReceiver } from '../receive/server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export interface ListenOptions {
  readonly port: number
  readonly secret?: string
  readonly status: number
  readonly forwardTo?: string | null
}

export async function listen({
  port,
  secret = newWebhookSecret(),
  status,
  forwardTo = null,
}: ListenOptions): Promise<void> {
  const config = readConfig(process.env)
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
