import type { ApiKey } from '@polypost/sdk'
import { words } from './words.ts'

type PolicyWords = Readonly<Record<ApiKey['policy'], string>>

/** A key’s actions under each policy. */
export const policyWords = words<PolicyWords>(
  { publish: 'publishes', ahead: 'plans ahead', drafts: 'drafts only' },
  { publish: 'veröffentlicht', ahead: 'plant voraus', drafts: 'nur Entwürfe' },
)
