import { mostNotices } from '../../contract/notices.ts'
import { monthName } from '../../domain/month.ts'
import type { NoticeType } from '../../domain/notice.ts'
import { isAtLeast, type Role } from '../../domain/roles.ts'
import { day } from '../../domain/time.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { listWebhooks } from '../../store/deliveries/webhooks.ts'
import {
  listDeletingKeys,
  listFailures,
  listUnasked,
  listWantingDrafts,
  listWantingJobs,
  listWantingReplies,
  type PendingRows,
} from '../../store/notices.ts'
import { findPerson } from '../../store/people/people.ts'
import type { ProfileScope } from '../../store/scope.ts'
import type { Call, UseCase } from '../context.ts'
import { hasTokens } from '../has-tokens.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { accountNotice } from './account-notice.ts'
import {
  deletionNotice,
  draftNotice,
  failureNotice,
  jobNotice,
  type Notice,
  refusalNotice,
  replyNotice,
  stoppedNotice,
  webhookNotice,
} from './show-notice.ts'

/** How long a failed post is a notice. Who has not mended it then, does not want to. */
export const failuresCount = 3 * day
/** How long a wrong code after the right password is one. */
const refusalsCount = 7 * day

/** How long unusual deletions are a notice. */
const deletionsCount = 3 * day

type ListNotices = Call<'listNotices'> & { readonly scope: ProfileScope }

interface Part {
  readonly notices: readonly Notice[]
  readonly total: number
}

interface Source {
  /** Who can settle what it finds: the least role of the operation which does. */
  readonly least: Role
  /** What it finds belongs to no profile. */
  readonly ofUser?: true
  readonly read: (call: ListNotices) => Promise<Part>
}

const sources: readonly Source[] = [
  { least: 'editor', read: async (call) => shown(await listWantingJobs(call.database.read, owned(call)), jobNotice) },
  { least: 'editor', read: failures },
  { least: 'editor', read: deletions },
  {
    least: 'editor',
    read: async (call) => shown(await listWantingDrafts(call.database.read, owned(call)), draftNotice),
  },
  {
    least: 'editor',
    read: async (call) => shown(await listWantingReplies(call.database.read, owned(call)), replyNotice),
  },
  { least: 'admin', read: stoppedReplies },
  { least: 'admin', read: accounts },
  { least: 'admin', ofUser: true, read: webhooks },
  { least: 'viewer', ofUser: true, read: refusals },
]

export const listNotices: UseCase<'listNotices'> = async (call) => {
  const { role } = call.caller
  const scope = await scopeOf(call.database.read, call.caller, call.query.profile_id ?? 'all')
  const allowed = sources.filter(
    ({ least, ofUser }) => (role === null || isAtLeast(role, least)) && !(ofUser && scope.profileIds),
  )
  const parts = await Promise.all(allowed.map(({ read }) => read({ ...call, scope })))
  return {
    status: 'ok',
    data: {
      total: parts.reduce((sum, { total }) => sum + total, 0),
      notices: parts.flatMap(({ notices }) => notices).toSorted(newestFirst),
    },
  }
}

const owned = ({ scope }: ListNotices) => ({ scope, limit: mostNotices })

const shown = <Row>({ rows, total }: PendingRows<Row>, show: (row: Row) => Notice): Part => ({
  notices: rows.map(show),
  total,
})

async function failures(call: ListNotices): Promise<Part> {
  const since = call.clock.now() - failuresCount
  return shown(await listFailures(call.database.read, { ...owned(call), since }), failureNotice)
}

async function stoppedReplies(call: ListNotices): Promise<Part> {
  const { database, clock, caller, scope } = call
  if (await hasTokens(database.read, call, caller)) return atMost([])
  const month = monthName(clock.now())
  return atMost((await listUnasked(database.read, { scope })).map((row) => stoppedNotice(row, month)))
}

/** Of the person’s own sign-in; a key has none. */
async function refusals({ database, clock, caller }: ListNotices): Promise<Part> {
  const person = caller.personId === null ? undefined : await findPerson(database.read, caller.personId)
  const notice = person && refusalNotice(person, clock.now() - refusalsCount)
  return atMost(notice ? [notice] : [])
}

async function deletions(call: ListNotices): Promise<Part> {
  const since = call.clock.now() - deletionsCount
  return shown(await listDeletingKeys(call.database.read, { ...owned(call), since }), deletionNotice)
}

async function accounts({ database, clock, scope, accounts: { permissionsOf } }: ListNotices): Promise<Part> {
  const { userId, profileIds } = scope
  const all = await listAccounts(database.read, userId)
  const rows = all.filter(({ profile_id }) => profileIds?.includes(profile_id) ?? true)
  return atMost(rows.flatMap((row) => accountNotice(row, permissionsOf(row), clock.now()) ?? []))
}

async function webhooks({ database, caller }: ListNotices): Promise<Part> {
  return atMost((await listWebhooks(database.read, caller.userId)).flatMap((row) => webhookNotice(row) ?? []))
}

/** At most so many of each type. */
function atMost(found: readonly Notice[]): Part {
  const byType: ReadonlyMap<NoticeType, readonly Notice[]> = Map.groupBy(found, ({ type }) => type)
  return { notices: [...byType.values()].flatMap((some) => some.slice(0, mostNotices)), total: found.length }
}

/** A notice without a time comes first: it may have waited long. */
const newestFirst = (one: Notice, other: Notice): number => timeOf(other) - timeOf(one)

const timeOf = ({ since }: Notice): number => (since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since))
