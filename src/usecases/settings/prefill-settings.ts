import type { ProfileRow } from '../../store/accounts/profiles.ts'
import { type StoredSettings, saveSettings } from '../../store/accounts/settings.ts'
import type { Call, UseCase } from '../context.ts'
import { lockOwnProfile, ownProfile } from '../profiles/own-profile.ts'
import { askWebsite, claimHour, settingsOf, type WebsiteRun } from './ask-website.ts'
import { type ProposedField, proposedFields } from './propose-fields.ts'
import { showSettings } from './show-settings.ts'

export const prefillSettings: UseCase<'prefillSettings'> = async (call) => {
  const { database, caller, body, answer } = call
  const profile = await ownProfile(database.read, caller, body.profile_id)
  const claimed = await claim(call, profile)
  return claimed
    ? fill(call, profile, claimed)
    : answer.afterwards({ status: 'ok', data: await showSettings(database.read, call, caller, profile) })
}

/** Null if no field is empty. */
const claim = (call: Call<'prefillSettings'>, profile: ProfileRow): Promise<WebsiteRun | null> =>
  call.database.transaction(async (tx) => {
    const stored = await settingsOf(tx, profile)
    const wanted = { url: websiteOf(stored), fields: emptyFields(stored) }
    return wanted.fields.length === 0 ? null : claimHour(tx, call, stored, wanted)
  })

const websiteOf = ({ brand }: StoredSettings): string => brand.website_url ?? ''

const emptyFields = ({ brand }: StoredSettings): ProposedField[] =>
  proposedFields.filter((field) => !brand[field]?.trim())

async function fill(call: Call<'prefillSettings'>, profile: ProfileRow, claimed: WebsiteRun) {
  const { database, clock, caller, answer } = call
  const proposals = await askWebsite(call, profile, claimed)
  return database.transaction(async (tx) => {
    await lockOwnProfile(tx, caller, profile.id)
    const stored = await settingsOf(tx, profile)
    const filled = emptyFields(stored).flatMap((field) => {
      const proposal = proposals[field]
      return proposal ? [[field, proposal] as const] : []
    })
    const brand = { ...stored.brand, ...Object.fromEntries(filled) }
    // If the website was changed in the meantime, these texts do not belong to it.
    if (websiteOf(stored) === claimed.url) await saveSettings(tx, { ...stored, brand, updated_at: clock.now() })
    return answer(tx, { status: 'ok' as const, data: await showSettings(tx, call, caller, profile) })
  })
}
