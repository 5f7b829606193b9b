import assert from 'node:assert/strict'
import type { Reply } from './client.ts'
import type { User } from './instance.ts'

type Asking = Pick<User, 'ask'>

/** Saves a draft, which must succeed; returns it as it is read. */
// biome-ignore lint/suspicious/noExplicitAny: tests read every part of a draft, and the client parses it.
export const saveDraft = async ({ ask }: Asking, body: object = {}): Promise<any> =>
  taken(await ask('POST', '/drafts', { body }))

// biome-ignore lint/suspicious/noExplicitAny: see above.
export const readDraft = async ({ ask }: Asking, id: string): Promise<any> => taken(await ask('GET', `/drafts/${id}`))

/** Edits a draft, which must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export const editDraft = async (user: Asking, id: string, changes: object, revision = 1): Promise<any> =>
  taken(await askToEdit(user, id, changes, revision))

/** Submits a draft, which must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export const submitDraft = async (user: Asking, id: string, more: object = {}): Promise<any> =>
  taken(await askToSubmit(user, id, more))

export const askToEdit = ({ ask }: Asking, id: string, changes: object, revision = 1): Promise<Reply> =>
  ask('PATCH', `/drafts/${id}`, { body: { expected_revision: revision, ...changes } })

export const askToSubmit = ({ ask }: Asking, id: string, more: object = {}): Promise<Reply> =>
  ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 1, ...more } })

export const askToDelete = ({ ask }: Asking, id: string, revision = 1): Promise<Reply> =>
  ask('DELETE', `/drafts/${id}`, { body: { expected_revision: revision } })

function taken({ status, body, text }: Reply) {
  assert.equal(status, 200, text)
  return body.data
}

/** A complete draft. */
export const finished = { message: 'We are live.', platforms: ['x', 'bluesky'] }
