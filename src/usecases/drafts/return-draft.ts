import { draftReturnedEvent } from '../../domain/draft-events.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import { returnDraft as storeReturn } from '../../store/posts/drafts.ts'
import { actorOf } from '../actor-of.ts'
import type { UseCase } from '../context.ts'
import { eventDraft } from './event-draft.ts'
import { ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'
import { waitingDraft } from './waiting-draft.ts'

export const returnDraft: UseCase<'returnDraft'> = async (call) => {
  const { database, clock, caller, params, body, answer, wake } = call
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const now = clock.now()
    const by = actorOf(caller)
    const note = body.note ?? null
    await storeReturn(tx, await waitingDraft(tx, call), { outcome: 'returned', by, at: now, note })
    const draft = await ownDraft(tx, caller, params.id)
    await appendEvents(tx, { userId: caller.userId, postId: null, now }, [
      draftReturnedEvent(eventDraft(draft), by, note),
    ])
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, call.media, draft) })
  })
  wake()
  return answered
}
