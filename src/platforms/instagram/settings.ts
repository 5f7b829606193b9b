import type { Setting } from '../shared/live.ts'
import { graphVersion, loginConfiguration } from '../shared/meta-graph.ts'

export const settings = {
  version: { ...graphVersion, earlierVariable: 'INSTAGRAM_VERSION' },
  facebook_config_id: loginConfiguration,
} as const satisfies Readonly<Record<string, Setting>>
