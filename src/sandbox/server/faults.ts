import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import {
  type Behaviour,
  behaviours,
  type FaultKind,
  type FaultOperation,
  faultKinds,
  faultOperations,
} from '../shared/simulator.ts'
import type { Store } from './store.ts'
import { openTextFaults } from './text-faults.ts'

const maxCount = 1_000_000

/** The next `times` calls of `operation`, after `after` such calls, meet `kind`. */
export const askedFault = z.strictObject({
  operation: z.enum([...faultOperations, '*']),
  kind: z.enum(faultKinds),
  times: z.int().min(1).max(maxCount).default(1),
  after: z.int().min(0).max(maxCount).default(0),
})
export type AskedFault = z.output<typeof askedFault>

/** The server carries these out; behaviours belong to the platform, which asks with `meets`. */
export type MetFault = Exclude<FaultKind, Behaviour>

/** Faults requested through the control API, and those in a text. They outlive the process. */
export interface Faults {
  readonly ask: (platform: string, fault: AskedFault) => void
  readonly asked: (platform: string) => readonly AskedFault[]
  readonly clear: (platform: string) => number
  /** The fault that applies to a call now, if any; this uses it up. Faults in its own text come first. */
  readonly take: (platform: string, operation: FaultOperation, text: string) => MetFault | null
  readonly meets: (platform: string, behaviour: Behaviour, operation: FaultOperation, text: string) => boolean
  /** Call it when memory may differ from the file: after a rollback or a reset. */
  readonly reread: () => void
}

const storedFault = askedFault.extend({ id: z.int(), after: z.int(), times: z.int() })
type WaitingFault = z.output<typeof storedFault>

const isBehaviour = (kind: FaultKind): kind is Behaviour => behaviours.some((one) => one === kind)

export function openFaults(store: Store): Faults {
  const statements = prepare(store)
  const textFaults = openTextFaults(store)
  /** Almost always empty, and read at every call. */
  const known = new Map<string, readonly WaitingFault[]>()

  const waitingOf = (platform: string): readonly WaitingFault[] => {
    const found = known.get(platform) ?? statements.all.all(platform).map(parse)
    known.set(platform, found)
    return found
  }

  /** Counts a call for every fault that concerns it; the first one that is due applies. */
  const take = (platform: string, operation: FaultOperation, counts: (kind: FaultKind) => boolean) => {
    let met: FaultKind | null = null
    for (const fault of waitingOf(platform)) {
      if (!counts(fault.kind) || (fault.operation !== '*' && fault.operation !== operation)) continue
      if (fault.after > 0) statements.keep.run(fault.times, fault.after - 1, fault.id)
      else if (met === null) {
        met = fault.kind
        if (fault.times > 1) statements.keep.run(fault.times - 1, 0, fault.id)
        else statements.remove.run(fault.id)
      }
      known.delete(platform)
    }
    return met
  }

  return {
    ask: (platform, { operation, kind, times, after }) => {
      statements.add.run(platform, operation, kind, times, after)
      known.delete(platform)
    },
    asked: (platform) => waitingOf(platform).map(({ id: _, ...fault }) => fault),
    clear: (platform) => {
      known.delete(platform)
      return Number(statements.clear.run(platform).changes)
    },
    take: (platform, operation, text) => {
      const counts = (kind: FaultKind) => !isBehaviour(kind)
      const met = textFaults.take(platform, text, counts) ?? take(platform, operation, counts)
      return met === null || isBehaviour(met) ? null : met
    },
    meets: (platform, behaviour, operation, text) => {
      const counts = (kind: FaultKind) => kind === behaviour
      return (textFaults.take(platform, text, counts) ?? take(platform, operation, counts)) !== null
    },
    reread: () => known.clear(),
  }
}

const prepare = (store: Store) => ({
  add: store.prepare('insert into faults (platform, operation, kind, times, after) values (?, ?, ?, ?, ?)'),
  all: store.prepare('select id, operation, kind, times, after from faults where platform = ? order by id'),
  keep: store.prepare('update faults set times = ?, after = ? where id = ?'),
  remove: store.prepare('delete from faults where id = ?'),
  clear: store.prepare('delete from faults where platform = ?'),
})

const parse = (row: Record<string, SQLOutputValue>): WaitingFault => storedFault.parse(row)
