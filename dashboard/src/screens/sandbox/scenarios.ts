import type { AddSandboxFaultBody } from '@polypost/sdk'
import type { sandboxWords } from './sandbox-words.ts'

type Scenario = keyof (typeof sandboxWords)['en']['scenarios']

/** The most frequent problems in real life, as faults. */
export const scenarios: Readonly<Record<Scenario, AddSandboxFaultBody>> = {
  busy: { operation: 'create', kind: 'rate_limit' },
  lost: { operation: 'create', kind: 'timeout_after' },
  down: { operation: 'create', kind: 'server_error', times: 3 },
  refused: { operation: 'create', kind: 'duplicate' },
  ended: { operation: 'create', kind: 'token_revoked' },
}

/** The keys of the table are the scenarios. */
export const scenarioNames = Object.keys(scenarios) as Scenario[]
