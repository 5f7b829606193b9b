import { listJobs } from '../../store/jobs/jobs.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { examinePost } from './admit-post.ts'
import { ownPost } from './own-post.ts'
import { requestedPost } from './post-request.ts'

export const validatePost: UseCase<'validatePost'> = async (call) => {
  const { database, caller, body } = call
  const profile = await postingProfile(database.read, caller, body.profile_id)
  const { post_id: id } = body
  const currentJobs =
    id === undefined ? [] : await listJobs(database.read, [(await ownPost(database.read, caller, id)).id])
  const examined = await examinePost(call, profile, requestedPost(body), currentJobs)
  const { at, findings, allWarnings, destinations } = examined
  return call.answer.afterwards({
    status: 'ok',
    data: {
      ok: findings.length === 0,
      scheduled_at: isoTimeOrNull(at),
      findings: [...findings],
      warnings: [...allWarnings],
      preview: destinations.map(({ checked }) => checked.preview),
    },
  })
}
