import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { forward, type Target } from './forward.ts'

/** Passes every message to the instance. So the instance alone decides what an assistant can do. */
export async function passMessages(target: Target): Promise<void> {
  const assistant = new StdioServerTransport()
  assistant.onmessage = async (message) => {
    for (const answer of await forward(message, target)) await assistant.send(answer)
  }
  await assistant.start()
}
