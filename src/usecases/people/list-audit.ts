import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { type AuditRow, listAudit as findAudit } from '../../store/people/audit.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { downwards, nextDownwards } from '../list-downwards.ts'

export const listAudit: UseCase<'listAudit'> = async ({ database, caller, query }) => {
  const { action: actions, person: personId } = query
  const { limit, before } = downwards(query)
  // One more than the page shows whether there are older ones.
  const found = await findAudit(database.read, caller.userId, { before, actions, personId, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    status: 'ok',
    data: {
      entries: shown.map(showEntry),
      ...nextDownwards(found.length > limit ? shown.at(-1)?.id : undefined),
    },
  }
}

type Entry = Output<Operations['listAudit']>['data']['entries'][number]

const showEntry = ({ by_type, by_id, by_name, change, created_at, ...row }: AuditRow): Entry => ({
  id: row.id,
  action: row.action,
  by: by_type === null ? null : { type: by_type, id: by_id ?? 0, name: by_name ?? '' },
  target: row.target,
  change: change && [...change],
  address: row.address,
  created_at: isoTime(created_at),
})
