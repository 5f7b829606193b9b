import { PublicError } from '../../contract/errors.ts'
import type { Input, Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import { type DraftRow, deleteDraft as removeDraft } from '../../store/posts/drafts.ts'
import type { Caller, UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { checkRevision, ownDraft } from './own-draft.ts'

export const deleteDraft: UseCase<'deleteDraft'> = ({ database, caller, params, query, body }) =>
  database.ofUser<Output<Operations['deleteDraft']>>(caller.userId, async (tx) => {
    const draft = await ownDraft(tx, caller, params.id, query.profile_id)
    checkRevision(draft, expectedRevision({ query, body }))
    if (!mayDelete(caller, draft)) throw notTheirs()
    await removeDraft(tx, draft.id)
    return { status: 'ok', data: { id: draft.id, deleted: true } }
  })

/** A program that only drafts deletes what it made, and nothing that people wrote. */
const mayDelete = ({ session, publishing, keyId }: Caller, { created_by }: DraftRow): boolean =>
  session !== null || publishing.type !== 'drafts' || (created_by?.type === 'key' && created_by.id === keyId)

const notTheirs = (): PublicError =>
  new PublicError(
    'insufficient_role',
    'A key that publishes nothing deletes only drafts that it made. A person can delete this one in the dashboard.',
    {
      details: [
        {
          code: 'insufficient_role',
          message: 'Somebody else made the draft.',
          required_role: 'editor',
          role: 'author',
        },
      ],
    },
  )

/** The revision may be in the body or in the query. If it is in both, it must be the same. */
function expectedRevision({ query, body }: Pick<Input<Operations['deleteDraft']>, 'query' | 'body'>): number {
  const expected = body.expected_revision ?? query.expected_revision
  const fault = (code: FindingCode, message: string) => malformed([{ path: 'expected_revision', code, message }])
  if (expected === undefined) throw fault('required', 'Is required, in the body or in the query.')
  if (query.expected_revision !== undefined && query.expected_revision !== expected)
    throw fault('invalid_value', 'Must be the same in the body and in the query.')
  return expected
}
