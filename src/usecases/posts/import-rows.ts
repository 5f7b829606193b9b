import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { z } from 'zod'
import { describeIssue } from '../../contract/describe-issue.ts'
import { draftOperations } from '../../contract/drafts.ts'
import { type ErrorDetail, PublicError } from '../../contract/errors.ts'
import { defineVocabulary } from '../../contract/platform-options.ts'
import { postOperations } from '../../contract/posts.ts'
import type { PostWarning } from '../../domain/content.ts'
import type { Transaction } from '../../store/engine/database.ts'
import type { Call } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { changedDraft, emptyDraft } from '../drafts/draft-content.ts'
import { storeDraft } from '../drafts/save-draft.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { admitExamined, examinePost } from './admit-post.ts'
import { newBatch } from './batch.ts'
import type { SourceRow } from './import-source.ts'
import { requestedPost } from './post-request.ts'
import { storePost } from './store-post.ts'

/** The post or the draft that a row became. */
export interface RowResult {
  readonly scheduled_at: string | null
  readonly post_id: number | null
  readonly draft_id: string | null
}

interface RowCheck {
  readonly findings: readonly ErrorDetail[]
  readonly warnings: readonly PostWarning[]
  readonly at: number | null
  readonly store: (tx: Transaction) => Promise<RowResult>
}

export type ExaminedRow = SourceRow & Omit<RowCheck, 'store'> & { readonly store: RowCheck['store'] | null }

/** Checks every row as if it was sent alone, after the rows before it. Other requests take their turns in between. */
export async function examineRows(call: Call<'importPosts'>, rows: readonly SourceRow[]): Promise<ExaminedRow[]> {
  const examine = call.body.as === 'drafts' ? draftExaminer(call) : postExaminer(call)
  const examined: ExaminedRow[] = []
  for (const row of rows) {
    examined.push(await examineRow(row, examine))
    await letOthersRun()
  }
  return examined
}

async function examineRow(row: SourceRow, examine: (fields: SourceRow['fields']) => Promise<RowCheck>) {
  const refused = (findings: ExaminedRow['findings']): ExaminedRow => ({
    ...row,
    findings: [...row.findings, ...findings],
    warnings: [],
    at: null,
    store: null,
  })
  try {
    const examined = await examine(row.fields)
    return { ...row, ...examined, findings: [...row.findings, ...examined.findings] }
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    return refused(error.details.length > 0 ? error.details : [{ code: error.code, message: error.message }])
  }
}

function postExaminer(call: Call<'importPosts'>) {
  const schema = postOperations(defineVocabulary(call.offered)).createPost.body
  const batch = newBatch()
  return async (fields: SourceRow['fields']): Promise<RowCheck> => {
    const body = parsed(schema, fields)
    const profile = await postingProfile(call.database.read, call.caller, body.profile_id ?? call.body.profile_id)
    const requested = requestedPost(body)
    const examined = await examinePost(call, profile, requested, [], batch)
    const { findings, allWarnings, at, destinations } = examined
    if (findings.length === 0)
      batch.times.push({ profileId: profile.id, at: at ?? call.clock.now(), jobs: destinations.length })
    return {
      findings,
      warnings: allWarnings,
      at,
      store: async (tx) => {
        const { post_id, scheduled_at } = await storePost(tx, call, requested, admitExamined(examined))
        return { post_id, scheduled_at, draft_id: null }
      },
    }
  }
}

function draftExaminer(call: Call<'importPosts'>) {
  const schema = draftOperations(defineVocabulary(call.offered)).saveDraft.body
  return async (fields: SourceRow['fields']): Promise<RowCheck> => {
    const { scheduled_at, scheduled_timezone, webhook_url, ...content } = fields
    const left = Object.entries({ scheduled_at, scheduled_timezone, webhook_url }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    )
    const body = parsed(schema, content)
    const profileId = body.profile_id ?? call.body.profile_id
    await ownProfile(call.database.read, call.caller, profileId)
    const changed = await changedDraft(call, emptyDraft, body)
    return {
      findings: [],
      warnings: left.map((name) => leftOut(name)),
      at: null,
      store: async (tx) => ({
        draft_id: await storeDraft(tx, call, profileId, changed),
        post_id: null,
        scheduled_at: null,
      }),
    }
  }
}

const leftOut = (name: string): PostWarning => ({
  platform: null,
  code: 'left_out_of_draft',
  severity: 'warning',
  message: `A draft has no \`${name}\`, so it is left out. Send it when you submit the draft.`,
})

/** The faults of all fields in one error. */
function parsed<T extends z.ZodType>(schema: T, fields: SourceRow['fields']): z.output<T> {
  const { data, error } = schema.safeParse(fields)
  if (!error) return data
  throw new PublicError('validation_failed', 'The row is not valid.', {
    details: error.issues.flatMap((issue) => describeIssue(issue, schema, fields)),
  })
}
