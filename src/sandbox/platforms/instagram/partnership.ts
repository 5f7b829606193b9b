import { z } from 'zod'
import { jsonOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { type Container, users } from './store.ts'

const sponsorIds = z.array(z.string().regex(/^\d+$/)).min(1).max(2)

/** Paid partnerships exist only with Facebook Login, and not for stories (developers.facebook.com, 2026-04-22). */
export function sponsorFault({ parameters, host, world }: Call, kind: Container['kind']): SimulatedReply | null {
  const { is_paid_partnership: label, branded_content_sponsor_ids: sponsors } = parameters
  if (label === undefined && sponsors === undefined) return null
  if (host === 'api') return wrongParameter('Paid partnership is not available with Instagram Login.', world)
  if (kind === 'STORIES' || kind === 'VIDEO') return wrongParameter('Paid partnership is not available here.', world)
  if (sponsors === undefined) return null
  const ids = sponsorIds.safeParse(jsonOf(sponsors))
  if (!ids.success) return wrongParameter('Param branded_content_sponsor_ids must be a list of up to two IDs.', world)
  const unknown = ids.data.find((id) => (users(world).get(id)?.standing ?? 'personal') === 'personal')
  return unknown === undefined ? null : wrongParameter(`Invalid sponsor ${unknown}.`, world)
}
