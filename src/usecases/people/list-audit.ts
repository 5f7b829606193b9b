import { auditEntry } from '../../contract/people.ts'
import { type AuditRow, listAudit as findAudit } from '../../store/audit.ts'
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

const showEntry = ({ id, action, by_type, by_id, by_name, target, address, created_at }: AuditRow) =>
  auditEntry.parse({
    id,
    action,
    by: by_type === null ? null : { type: by_type, id: by_id, name: by_name },
    target: target === null ? null : JSON.parse(target),
    address,
    created_at: isoTime(created_at),
  })
