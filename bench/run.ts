import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startTestServer } from '../scripts/test-postgres.ts'
import { type Lengths, runRow } from './kit/bench.ts'
import { serverMeter } from './kit/cpu.ts'
import { describeMachine, loads } from './kit/machine.ts'
import { head, tableRow } from './kit/table.ts'
import { rows } from './rows.ts'

const usage = `npm run bench                             all rows in a quarter of an hour, written to bench/results/latest.md
npm run bench -- accept-sqlite due        some rows, with longer rounds
npm run bench -- --rounds 3 --seconds 1   with other lengths
npm run bench -- accept-sqlite --write    the rows of bench/results/latest.md are these
npm run bench -- --list                   the names of the rows`

const named: Lengths = { rounds: 5, seconds: 5 }
const all: Lengths = { rounds: 5, seconds: 2 }

const options = {
  list: { type: 'boolean' },
  write: { type: 'boolean' },
  help: { type: 'boolean' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
} as const

class Wrong extends Error {}

function readCall() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  for (const name of positionals)
    if (!Object.hasOwn(rows, name)) throw new Wrong(`There is no row “${name}”. The rows are:\n${listed()}`)
  const usual = positionals.length > 0 ? named : all
  const lengths = {
    rounds: Number(values.rounds ?? usual.rounds),
    seconds: Number(values.seconds ?? usual.seconds),
  }
  if (!(lengths.rounds >= 1 && lengths.seconds > 0)) throw new Wrong(`The lengths are not numbers above 0.\n${usage}`)
  const chosen = Object.entries(rows).filter(([name, { alone }]) =>
    positionals.length > 0 ? positionals.includes(name) : !alone,
  )
  return { ...values, lengths, chosen, isWritten: values.write ?? positionals.length === 0 }
}

const listed = (): string =>
  Object.entries(rows)
    .map(([name, { about, alone }]) => `${name.padEnd(18)}${about}${alone ? ' (only by name)' : ''}`)
    .join('\n')

async function measure({ lengths, chosen, isWritten }: ReturnType<typeof readCall>): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    console.log(line)
  }
  const postgres = await startTestServer()
  try {
    const { url } = postgres
    print(`${await describeMachine(url)}; load average ${loads()} at the start.`)
    print(`${lengths.rounds} rounds of ${lengths.seconds} seconds; ours and the anchors take turns.\n`)
    print(tableRow(head))
    print(tableRow(head.map(() => '---')))
    const given = { ...lengths, postgres: { url, meter: await serverMeter(url) } }
    for (const [name, row] of chosen)
      await runRow(row, given, print).catch((cause) => {
        process.exitCode = 1
        console.error(cause)
        print(tableRow([name, 'failed', '', '', '', '']))
      })
    print(`\nLoad average ${loads()} at the end.`)
  } finally {
    await postgres.stop()
  }
  if (isWritten) write(lines)
}

function write(lines: readonly string[]): void {
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('latest.md', folder), `# The last run\n\n${lines.join('\n')}\n`)
}

// Makes sure that all child processes are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

try {
  const call = readCall()
  if (call.help) console.log(`${usage}\n\n${listed()}`)
  else if (call.list) console.log(listed())
  else await measure(call)
} catch (error) {
  if (!(error instanceof Wrong || (error instanceof TypeError && 'code' in error))) throw error
  console.error(error.message)
  process.exitCode = 1
}
