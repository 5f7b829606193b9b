import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { readConfig } from '../app/config.ts'
import { addressOf } from './address-of.ts'
import { CommandFault } from './fault.ts'
import { forward } from './mcp/forward.ts'

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'connect an assistant that starts programs to a running instance; reads POLYPOST_URL and POLYPOST_API_KEY',
    )
    .action(passMessages)
}

/** Passes every message to the instance. So the instance alone decides what an assistant can do. */
async function passMessages(): Promise<void> {
  const { POLYPOST_URL, POLYPOST_API_KEY: key } = process.env
  if (!key)
    throw new CommandFault(
      'POLYPOST_API_KEY is not set. Make a key for the assistant with POST /keys and the policy “drafts”; see docs/mcp.md.',
    )
  const base = POLYPOST_URL || addressOf(readConfig(process.env))
  if (!URL.canParse('/mcp', base))
    throw new CommandFault(`POLYPOST_URL must be an address such as https://polypost.example.com, not ${base}.`)
  const url = new URL('/mcp', base)
  const assistant = new StdioServerTransport()
  assistant.onmessage = async (message) => {
    for (const answer of await forward(message, { url, key })) await assistant.send(answer)
  }
  await assistant.start()
}
