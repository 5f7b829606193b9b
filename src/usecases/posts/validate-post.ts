import { isoTimeOrNull } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { examinePost } from './admit-post.ts'
import { requestedPost } from './post-request.ts'

export const validatePost: UseCase<'validatePost'> = async (call) => {
  const { database, caller, body } = call
  const profile = await ownProfile(database.read, caller, body.profile_id)
  const { at, findings, allWarnings, destinations } = await examinePost(call, profile, requestedPost(body))
  return {
    status: 'ok',
    data: {
      ok: findings.length === 0,
      scheduled_at: isoTimeOrNull(at),
      findings: [...findings],
      warnings: [...allWarnings],
      preview: destinations.map(({ checked }) => checked.preview),
    },
  }
}
