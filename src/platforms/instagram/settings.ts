import type { Setting } from '../shared/live.ts'
import { graphVersion } from '../shared/meta-graph.ts'

export const settings = { version: graphVersion } as const satisfies Readonly<Record<string, Setting>>
