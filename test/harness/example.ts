import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { eventually } from './eventually.ts'

/** An example receiver. */
export interface Example {
  readonly file: string
  /** Left out, it is in the docs. */
  readonly source?: string
  /** The program that runs it, and the arguments that print the program's version. */
  readonly runtime: readonly [program: string, ...version: string[]]
  /** How it is compiled, if it must be; `made` is the result. */
  readonly compile?: (source: string, made: string) => readonly string[]
  readonly command: (source: string, port: number, made: string) => readonly string[]
}

export const examples: readonly Example[] = [
  { file: 'verify.mjs', runtime: [process.execPath, '--version'], command: (source) => [process.execPath, source] },
  { file: 'verify.py', runtime: ['python3', '--version'], command: (source) => ['python3', source] },
  {
    file: 'verify.php',
    runtime: ['php', '--version'],
    command: (source, port) => ['php', '-S', `127.0.0.1:${port}`, source],
  },
  {
    file: 'verify.go',
    runtime: ['go', 'version'],
    compile: (source, made) => ['go', 'build', '-o', made, source],
    command: (_source, _port, made) => [made],
  },
]

export const isHere = ({ runtime: [program, ...version] }: Example): boolean => spawnSync(program, version).status === 0

export const docs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))

export interface RunningExample {
  readonly url: string
  readonly output: () => string
  /** Null while it runs. */
  readonly exitCode: () => number | null
  readonly stop: () => Promise<void>
}

/** Starts it with this secret; `folder` is for compiled files. */
export async function startExample(example: Example, secret: string, folder: string): Promise<RunningExample> {
  const port = await freePort()
  const source = example.source ?? docs(`webhooks/${example.file}`)
  const made = join(folder, `${example.file}.made`)
  const [compiler, ...asked] = example.compile?.(source, made) ?? []
  if (compiler !== undefined) {
    const { status, stderr } = spawnSync(compiler, asked, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${example.file} could not be compiled:\n${stderr}`)
  }
  const [program = '', ...args] = example.command(source, port, made)
  const env = { ...process.env, POLYPOST_WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${port}/`
  await eventually(
    `${example.file} answers or has ended`,
    () =>
      child.exitCode !== null ||
      fetch(url).then(
        () => true,
        () => false,
      ),
  )
  return {
    url,
    output: () => output,
    exitCode: () => child.exitCode,
    stop: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** The lines of docs/webhooks.md that verify a delivery, as text. */
export async function docsCode(): Promise<string> {
  const page = await readFile(docs('webhooks.md'), 'utf8')
  const [, code] = /```js\n(import .+?export function .+?)```/s.exec(page) ?? []
  if (code === undefined) throw new Error('docs/webhooks.md contains no receiver.')
  return code
}

type DocsReceiver = (body: string, signature: string | undefined, secret: string) => { event: string; event_id: string }

/** The same as a function. It throws if it refuses a delivery. */
export async function docsReceiver(): Promise<DocsReceiver> {
  const code = await docsCode()
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)).eventOf
}
