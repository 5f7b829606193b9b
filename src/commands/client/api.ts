import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { WrongUse } from '../fault.ts'
import { type Json, parseJson } from '../parse.ts'
import { serveRole } from '../roles.ts'
import { whichInstance } from './add-command.ts'
import { type InstanceOptions, openClient } from './instance.ts'
import { printJson } from './print.ts'

interface ApiOptions extends InstanceOptions {
  readonly data?: Json
  readonly key?: string
}

/** `api` alone is older than the client: it runs a role of the service. */
export function addApiCommand(program: Command): void {
  whichInstance(program.command('api'))
    .description(
      'with a method and a path: send a request to the API and print the response. Without: run only the API; many can share one PostgreSQL database',
    )
    .argument('[method]', 'GET, POST, PUT, PATCH or DELETE')
    .argument('[path]', 'the path below /api/v1, with its query: /posts?per_page=5')
    .option('-d, --data <json>', 'the body; “-” reads it from standard input', parseJson)
    .option('--key <key>', 'an Idempotency-Key: a repeat with the same key changes nothing')
    .action(async (method: string | undefined, path: string | undefined, options: ApiOptions) => {
      if (method === undefined) return serveRole('api')
      if (path === undefined) throw new WrongUse('Name a path as well: polypost api GET /profiles')
      await request(method, path, options)
    })
}

async function request(method: string, path: string, { data, key, ...options }: ApiOptions): Promise<void> {
  const client = await openClient(options)
  printJson(
    await client.request(method, path.startsWith('/') ? path : `/${path}`, {
      body: await bodyOf(data),
      takesKey: key !== undefined,
      options: { idempotencyKey: key },
    }),
  )
}

/** The body that was given, or that of standard input. */
export async function bodyOf(given: Json | undefined): Promise<object | undefined> {
  if (given !== '-') return given
  const sent = await text(process.stdin)
  try {
    const body = parseJson(sent.trim())
    if (body !== '-') return body
  } catch {
    // Below.
  }
  throw new WrongUse('Standard input is not a JSON object, such as {"name":"Acme"}.')
}
