import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Meter } from './cpu.ts'
import { type InstanceData, makeInstanceData } from './instance-data.ts'
import { cells, type Line, tableRow } from './table.ts'

export interface Lengths {
  readonly rounds: number
  /** Of one round. */
  readonly seconds: number
}

/** The tools that a row of the table gets. */
export interface Bench extends Lengths {
  readonly postgres: { readonly url: string; readonly meter: Meter }
  /** A new folder and database, removed when the row ends. */
  readonly makeData: (kind: DatabaseKind) => Promise<InstanceData>
  /** Runs when the row ends, also if it fails; the last one first. */
  readonly atEnd: (work: () => unknown) => void
  readonly print: (line: Line) => void
  /** For what does not fit into the table. */
  readonly say: (text: string) => void
}

export interface Row {
  /** For the list of rows. */
  readonly about: string
  /** Runs only if it is named. */
  readonly alone?: true
  readonly run: (bench: Bench) => Promise<void>
}

/** Runs a row, and removes what it has made. */
export async function runRow(
  row: Row,
  given: Lengths & Pick<Bench, 'postgres'>,
  print: (line: string) => void,
): Promise<void> {
  const ends: (() => unknown)[] = []
  const atEnd = (work: () => unknown) => void ends.push(work)
  try {
    await row.run({
      ...given,
      atEnd,
      makeData: async (kind) => {
        const data = await makeInstanceData(kind, given.postgres.url)
        atEnd(data.remove)
        return data
      },
      print: (line) => print(tableRow(cells(line))),
      say: print,
    })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
