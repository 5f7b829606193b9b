import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** The CPU time that a part of the system has used so far, in microseconds; null where the system does not tell. */
export type Meter = () => Promise<number | null>

/** Parts of the system by their names. */
export type Meters = Readonly<Record<string, Meter>>

/** Of Linux, for all programs. */
const microsecondsPerTick = 10_000

interface Stat {
  readonly parent: number
  /** Without the children that have ended, and theirs alone. */
  readonly own: number
  readonly ended: number
}

async function readStat(pid: number | string): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name of the program, in brackets, may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, own = 0, ofSystem = 0, ended = 0, endedOfSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  )
  return {
    parent,
    own: (own + ofSystem) * microsecondsPerTick,
    ended: (ended + endedOfSystem) * microsecondsPerTick,
  }
}

export const processMeter =
  (pid: number | undefined): Meter =>
  async () =>
    (await readStat(pid ?? 0))?.own ?? null

/** This process, which makes the load or is a loop itself. */
export const ownMeter = processMeter(process.pid)

/** Programs that this process started and that ended. */
export const endedMeter: Meter = async () => (await readStat(process.pid))?.ended ?? null

/** A PostgreSQL server on this machine, with all its processes. */
export async function serverMeter(url: string): Promise<Meter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const main = (await readStat(rows[0].pid))?.parent
  await client.end()
  if (main === undefined) return async () => null
  return async () => {
    const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat))
    const server = await readStat(main)
    return all.reduce(
      (sum, one) => sum + (one?.parent === main ? one.own + one.ended : 0),
      (server?.own ?? 0) + (server?.ended ?? 0),
    )
  }
}
