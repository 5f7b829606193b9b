import { type ExpressionBuilder, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { Reader } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { flag } from '../engine/stored.ts'
import { inScope, type ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { type DraftRow, type DraftStatus, readDraft } from './drafts.ts'
import { labelled, labelNames } from './labels.ts'

export interface ListedDrafts {
  readonly scope: ProfileScope
  readonly status: DraftStatus | undefined
  readonly template: boolean
  readonly label?: string | undefined
  readonly search?: string | undefined
  /** The first and the last planned time. */
  readonly plannedFrom?: number | undefined
  readonly plannedTo?: number | undefined
}

/** Where a list of drafts has arrived. */
export type DraftPosition = Pick<DraftRow, 'id' | 'created_at'>

/** Newest first. */
export async function listDrafts(
  db: Reader,
  drafts: ListedDrafts,
  part: { readonly limit: number } & ({ readonly offset: number } | { readonly after: DraftPosition }),
): Promise<DraftRow[]> {
  const rows = await listed(db, drafts)
    .selectAll('drafts')
    .select(labelNames(db, 'draft'))
    .$if('after' in part, (query) => ('after' in part ? query.where((e) => isBefore(e, part.after)) : query))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(part.limit)
    .$if('offset' in part, (query) => ('offset' in part ? query.offset(part.offset) : query))
    .execute()
  return rows.map(readDraft)
}

export async function countDrafts(db: Reader, drafts: ListedDrafts): Promise<number> {
  const { total } = await listed(db, drafts)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Without a status, those that are not submitted. */
const listed = (db: Reader, { scope, status, template, label, search, plannedFrom, plannedTo }: ListedDrafts) =>
  db
    .selectFrom('drafts')
    .where(inScope(db, scope, 'drafts'))
    .where('submission', status === 'submitted' ? 'is not' : 'is', null)
    .$if(status === 'draft', (query) => query.where('awaiting', '=', flag(false)))
    .$if(status === 'awaiting_approval', (query) => query.where('awaiting', '=', flag(true)))
    .where('template', '=', flag(template))
    .$if(search !== undefined, (query) => query.where(isFound(db, folded(search ?? ''))))
    .$if(plannedFrom !== undefined, (query) => query.where('planned_at', '>=', plannedFrom ?? 0))
    .$if(plannedTo !== undefined, (query) => query.where('planned_at', '<=', plannedTo ?? 0))
    .$if(label !== undefined, (query) =>
      query.where(sql<boolean>`drafts.id in ${labelled(scope.userId, 'draft', label ?? '')}`),
    )

/** Without the column, the last release has changed the text. */
const isFound = (db: Reader, text: string) =>
  sql<boolean>`${sql.raw(isPostgres(db) ? 'strpos' : 'instr')}(coalesce(search, lower(message)), ${text}) > 0`

const isBefore = (e: ExpressionBuilder<Tables, 'drafts'>, { id, created_at }: DraftPosition) =>
  e.and([e('created_at', '<=', created_at), e.or([e('created_at', '<', created_at), e('id', '<', id)])])
