import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on the terminal. What is typed for a secret is not shown. */
export async function askLine(question: string, { secret }: { readonly secret: boolean }): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({
    write: (text, _encoding, done) => {
      if (!secret) process.stderr.write(text)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    if (secret) process.stderr.write('\n')
  }
}
