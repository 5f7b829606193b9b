import type { Command } from 'commander'
import { readConfig, readSecret } from '../app/config.ts'
import { CommandFault } from './fault.ts'

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'connect an assistant that starts programs to a running instance; reads POLYPOST_URL and POLYPOST_API_KEY',
    )
    .action(connect)
}

async function connect(): Promise<void> {
  const { POLYPOST_URL } = process.env
  const key = readSecret(process.env, 'POLYPOST_API_KEY')
  if (!key)
    throw new CommandFault(
      'POLYPOST_API_KEY is not set. Make a key that saves drafts: polypost keys create EMAIL --name assistant --for mcp. docs/mcp.md shows where to put it.',
    )
  const base = POLYPOST_URL || readConfig(process.env).publicUrl
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw new CommandFault(`POLYPOST_URL must be an address such as https://polypost.example.com, not ${base}.`)
  const { passMessages } = await import('./mcp/pass-messages.ts')
  await passMessages({ url: new URL('/mcp', base), key })
}
