import type { ReadChoices } from '../shared/reads.ts'
import { askCreator } from './account.ts'
import { refusal } from './errors.ts'
import { isOk } from './request.ts'
import { creatorOf } from './wire.ts'

/** TikTok requires that a person chooses from the levels that it offers now (developers.tiktok.com, 2026-09-11). */
export const readPrivacyLevels: ReadChoices = async (context) => {
  const answer = await askCreator(context)
  if (!isOk(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: creatorOf(answer).privacy_level_options.map((value) => ({ value, name: null })) }
}
