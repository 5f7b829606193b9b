import { firstMode } from '../../domain/auto-reply.ts'
import { findSettings, saveSettings } from '../../store/accounts/settings.ts'
import { watchPosts } from '../../store/comments/watched-posts.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { lockOwnProfile } from '../profiles/own-profile.ts'
import { showSettings, untouchedSettings } from './show-settings.ts'

export const updateSettings: UseCase<'updateSettings'> = (call) => {
  const { database, clock, caller, body, answer } = call
  const { profile_id, auto_reply_enabled, auto_reply_mode, ...brand } = body
  return database.transaction(async (tx) => {
    const profile = await lockOwnProfile(tx, caller, profile_id)
    const before = (await findSettings(tx, profile.id)) ?? untouchedSettings(profile)
    const now = clock.now()
    const turnsOn = auto_reply_enabled === true && !before.auto_reply_enabled
    await saveSettings(tx, {
      ...before,
      auto_reply_enabled: auto_reply_enabled ?? before.auto_reply_enabled,
      auto_reply_mode: auto_reply_mode ?? (turnsOn ? firstMode : before.auto_reply_mode),
      brand: { ...before.brand, ...given(brand) },
      updated_at: now,
    })
    const target = { type: 'profile', id: profile.id, name: profile.name } as const
    await audit(tx, caller, 'settings.changed', { now, target })
    await watchPosts(tx, { profileId: profile.id })
    return answer(tx, { status: 'ok', data: await showSettings(tx, call, caller, profile) })
  })
}

const given = (fields: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
