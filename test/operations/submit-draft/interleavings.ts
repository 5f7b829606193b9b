import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import { limitConcurrency } from '../../../src/system/limit-concurrency.ts'
import type { Reply } from '../../harness/client.ts'
import { askToEdit, askToSubmit, readDraft, saveDraft } from '../../harness/drafts.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { newPublisher, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

/** The same in every run, unless this setting chooses others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)
const atOnce = 4

interface Request {
  readonly what: 'edit' | 'submit'
  /** The delay after the start of the others, in milliseconds. */
  readonly pause: number
  /** Retries after a conflict, with the revision from the error. */
  readonly again: boolean
}

/** Two or three requests of any kind. */
const requests = fc.array(
  fc.record({ what: fc.constantFrom('edit', 'submit'), pause: fc.nat({ max: 4 }), again: fc.boolean() }),
  { minLength: 2, maxLength: 3 },
)

interface Answered {
  readonly what: Request['what']
  /** The expected revision. */
  readonly revision: number
  readonly text: string
  readonly reply: Reply
}

interface Round {
  readonly name: string
  readonly answered: readonly Answered[]
  // biome-ignore lint/suspicious/noExplicitAny: the type of the harness.
  readonly draft: any
}

const taken = ({ answered }: Round, what: Request['what']) =>
  answered.filter((one) => one.what === what && one.reply.status === 200)

/** Edits and submits of one draft at the same time. */
export const interleave = (interleavings: number) => (kind: DatabaseKind) => {
  let instance: Instance
  let user: User
  before(async () => {
    instance = await startAccepting(kind)
    user = await newPublisher(instance, { platforms: ['x'] })
  })
  after(() => instance.stop())

  /** Sends them all at once for a new draft, and then reads the draft. */
  async function play(name: string, asked: readonly Request[]): Promise<Round> {
    const { id } = await saveDraft(user, { message: `${name} saved`, platforms: ['x'] })
    const answered = await Promise.all(
      asked.map(async ({ what, pause, again }, at): Promise<Answered[]> => {
        const text = `${name} edited ${at}`
        const ask = async (revision: number): Promise<Answered> => {
          const reply = await (what === 'edit'
            ? askToEdit(user, id, { message: text }, revision)
            : askToSubmit(user, id, { expected_revision: revision }))
          // On a busy machine a request may lose to the others for too long. Then nothing was done.
          if (reply.body.error?.code === 'unavailable') return ask(revision)
          return { what, revision, text, reply }
        }
        await sleep(pause)
        const first = await ask(1)
        const conflict = first.reply.body.error?.code === 'revision_conflict'
        return again && conflict ? [first, await ask(first.reply.body.error.details[0].revision)] : [first]
      }),
    )
    return { name, answered: answered.flat(), draft: await readDraft(user, id) }
  }

  /** No edit is lost, and none comes after the submit. */
  function checkEdits(round: Round): void {
    const edits = taken(round, 'edit').sort((a, b) => a.revision - b.revision)
    const reached = edits.map(({ reply }) => reply.body.data.revision)
    assert.deepEqual(
      reached,
      edits.map((_, at) => at + 2),
      'each edit that was taken is one revision',
    )
    for (const { revision, text, reply } of edits)
      assert.deepEqual([reply.body.data.revision, reply.body.data.message], [revision + 1, text])
    const { draft, name } = round
    assert.deepEqual([draft.revision, draft.message], [edits.length + 1, edits.at(-1)?.text ?? `${name} saved`])
  }

  /** All accepted submits are one, of the draft as it is. */
  function checkSubmits(round: Round): void {
    const submits = taken(round, 'submit')
    assert.equal(round.draft.status, submits.length > 0 ? 'submitted' : 'draft')
    for (const { revision, reply } of submits) {
      assert.equal(revision, round.draft.revision)
      assert.deepEqual(reply.body.data, round.draft)
    }
  }

  function checkRefusals({ answered, draft }: Round): void {
    assert.ok(
      answered.some(({ reply }) => reply.status === 200),
      'somebody was in time',
    )
    for (const { reply } of answered) {
      if (reply.status === 200) continue
      assert.equal(reply.status, 409, reply.text)
      const { code, details } = reply.body.error
      assert.ok(['revision_conflict', 'already_submitted'].includes(code), code)
      assert.ok(details[0].revision <= draft.revision)
      if (code === 'already_submitted') assert.equal(draft.status, 'submitted')
    }
  }

  test('concurrent edits and submits: no edit is lost, each is one revision, and a draft becomes at most one post', async () => {
    const some = limitConcurrency(atOnce)
    const rounds = await Promise.all(
      fc
        .sample(requests, { seed, numRuns: interleavings })
        .map((asked, index) => some(() => play(`draft ${index}`, asked))),
    )
    // On a busy machine the edits may win all races: then the submit gets a longer and longer head start.
    for (let headStart = 1; headStart < 10_000 && submittedFirst(rounds).length === 0; headStart *= 2)
      rounds.push(
        await play(`head start ${headStart}`, [
          { what: 'submit', pause: 0, again: false },
          { what: 'edit', pause: headStart, again: false },
        ]),
      )
    const posts = await withDatabase(instance.data, (db) =>
      db
        .selectFrom('posts')
        .innerJoin('jobs', 'jobs.post_id', 'posts.id')
        .select(['posts.id', 'posts.batch_id', 'posts.message'])
        .execute(),
    )
    const made = Map.groupBy(posts, ({ message }) => message.replace(/ (saved|edited \d)$/, ''))
    for (const round of rounds) {
      checkEdits(round)
      checkSubmits(round)
      checkRefusals(round)
      const { submission, message } = round.draft
      const expected = submission ? [[submission.post_id, submission.batch_id, message]] : []
      const found = made.get(round.name) ?? []
      assert.deepEqual(
        found.map((post) => [post.id, post.batch_id, post.message]),
        expected,
        round.name,
      )
    }
    bothWon(rounds)
  })

  const races = (rounds: readonly Round[]) =>
    rounds.filter(({ answered }) => new Set(answered.map(({ what }) => what)).size > 1)

  const submittedFirst = (rounds: readonly Round[]) =>
    races(rounds).filter((round) => taken(round, 'edit').length === 0)

  /** If one side always won, the test proved nothing. */
  function bothWon(rounds: readonly Round[]): void {
    const count = (edits: number, submits: number) =>
      rounds.filter((round) => taken(round, 'edit').length >= edits && taken(round, 'submit').length >= submits).length
    const counts = { 'two edits': count(2, 0), 'an edit, then a submit': count(1, 1), 'two submits': count(0, 2) }
    for (const [what, times] of Object.entries(counts)) assert.ok(times > 0, what)
    const [first, all] = [submittedFirst(rounds).length, races(rounds).length]
    assert.ok(first > 0 && first < all, `${first} of ${all} submitted first`)
  }
}
