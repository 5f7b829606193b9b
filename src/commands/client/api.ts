import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { serveRole } from '../roles.ts'
import { Exit, exitCodes } from './exit.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { printJson } from './print.ts'

interface ApiOptions extends InstanceOptions {
  readonly data?: Json
  readonly key?: string
}

/** `api` alone is older than the client: it runs a role of the service. */
export function addApiCommand(program: Command): void {
  program
    .command('api')
    .description(
      'with a method and a path: send a request to the API and print the response. Without: run only the API; many can share one PostgreSQL database',
    )
    .argument('[method]', 'GET, POST, PUT, PATCH or DELETE')
    .argument('[path]', 'the path below /api/v1, with its query: /posts?per_page=5')
    .option('--instance <url>', 'the instance')
    .option('-d, --data <json>', 'the body; “-” reads it from standard input', parseJson)
    .option('--key <key>', 'an Idempotency-Key: a repeat with the same key changes nothing')
    .action(async (method: string | undefined, path: string | undefined, options: ApiOptions) => {
      if (method === undefined) return serveRole('api')
      if (path === undefined) throw new Exit(exitCodes.usage, 'Name a path as well: polypost api GET /profiles')
      await request(method, path, options)
    })
}

async function request(method: string, path: string, { data, key, ...options }: ApiOptions): Promise<void> {
  const body = data === '-' ? parseJson(await text(process.stdin)) : data
  const client = await openClient(options)
  printJson(
    await client.request(method, path.startsWith('/') ? path : `/${path}`, {
      body: typeof body === 'object' ? body : undefined,
      takesKey: key !== undefined,
      options: { idempotencyKey: key },
    }),
  )
}

type Json = object | '-'

export function parseJson(given: string): Json {
  if (given === '-') return given
  try {
    const parsed: unknown = JSON.parse(given)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Below.
  }
  throw new InvalidArgumentError('It must be a JSON object, such as {"name":"Acme"}.')
}
