import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { forward, type Target } from './forward.ts'

/** Passes every message to the instance. So the instance alone decides what an assistant can do. */
export async function passMessages(target: Target): Promise<void> {
  const assistant = new StdioServerTransport()
  let isOpen = true
  assistant.onclose = () => {
    isOpen = false
  }
  assistant.onmessage = async (message) => {
    // After the last request somebody may close their end and still read, for example in a shell.
    for (const answer of await forward(message, target))
      if (isOpen) await assistant.send(answer)
      else process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
  await assistant.start()
}
