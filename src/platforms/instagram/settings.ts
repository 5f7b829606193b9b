import type { Setting } from '../live.ts'
import { graphVersion } from '../meta-graph.ts'

export const settings = { version: graphVersion } as const satisfies Readonly<Record<string, Setting>>
