import assert from 'node:assert/strict'
import { finished, saveDraft } from './drafts.ts'
import type { Instance, User } from './instance.ts'
import { connectOnce } from './posts.ts'

/** An editor, and a key of the same user that may only submit drafts. */
export interface Team {
  readonly editor: User
  readonly author: Pick<User, 'ask'>
  readonly authorName: string
}

export async function newTeam(instance: Instance): Promise<Team> {
  const editor = await instance.newUser(4, ['read', 'write', 'admin'])
  await connectOnce(instance, editor.profileId, ['x', 'bluesky'])
  const made = await editor.ask('POST', '/keys', { body: { name: 'author', policy: 'drafts' } })
  const { key, name } = made.body.data
  return { editor, authorName: name, author: { ask: (method, path, ask) => editor.ask(method, path, { key, ...ask }) } }
}

/** A draft of the author that waits for approval. */
// biome-ignore lint/suspicious/noExplicitAny: tests read every part of a draft, and the client parses it.
export async function waitingDraft({ author }: Team, more: object = {}): Promise<any> {
  const { id, revision } = await saveDraft(author, finished)
  const reply = await author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: revision, ...more } })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.data.status, 'awaiting_approval')
  return reply.body.data
}

export const approve = ({ editor }: Team, id: string, more: object = {}) =>
  editor.ask('POST', `/drafts/${id}/approve`, { body: { expected_revision: 1, ...more } })

export const giveBack = ({ editor }: Team, id: string, more: object = {}) =>
  editor.ask('POST', `/drafts/${id}/return`, { body: { expected_revision: 1, ...more } })

/** The names of the user's events about drafts, oldest first. */
export async function draftEvents({ editor }: Team): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const { events } = (await editor.ask('GET', '/events')).body.data
  return events.filter(({ event }: { event: string }) => event.startsWith('draft.')).reverse()
}
