import type { ProfileRow } from '../../store/profiles.ts'
import { type StoredSettings, saveSettings } from '../../store/settings.ts'
import type { Call, UseCase } from '../context.ts'
import { lockOwnProfile, ownProfile } from '../profiles/own-profile.ts'
import { askWebsite, type Claimed, claimHour, settingsOf } from './ask-website.ts'
import { type ProposedField, proposedFields } from './propose-fields.ts'
import { showSettings } from './show-settings.ts'

export const prefillSettings: UseCase<'prefillSettings'> = async (call) => {
  const { database, caller, body } = call
  const profile = await ownProfile(database.read, caller, body.profile_id)
  const claimed = await claim(call, profile)
  if (claimed) await fill(call, profile, claimed)
  return { status: 'ok', data: await showSettings(database.read, call, caller, profile) }
}

/** Null if no field is empty. */
const claim = (call: Call<'prefillSettings'>, profile: ProfileRow): Promise<Claimed | null> =>
  call.database.transaction(async (tx) => {
    const stored = await settingsOf(tx, profile)
    const wanted = { url: websiteOf(stored), fields: emptyFields(stored) }
    return wanted.fields.length === 0 ? null : claimHour(tx, call, stored, wanted)
  })

const websiteOf = ({ brand }: StoredSettings): string => brand.website_url ?? ''

const emptyFields = ({ brand }: StoredSettings): ProposedField[] =>
  proposedFields.filter((field) => !brand[field]?.trim())

async function fill(call: Call<'prefillSettings'>, profile: ProfileRow, claimed: Claimed): Promise<void> {
  const { database, clock, caller } = call
  const proposals = await askWebsite(call, profile, claimed)
  await database.transaction(async (tx) => {
    await lockOwnProfile(tx, caller, profile.id)
    const stored = await settingsOf(tx, profile)
    // The website was changed in the meantime, so these texts do not belong to it.
    if (websiteOf(stored) !== claimed.url) return
    const filled = emptyFields(stored).flatMap((field) => {
      const proposal = proposals[field]
      return proposal ? [[field, proposal] as const] : []
    })
    const brand = { ...stored.brand, ...Object.fromEntries(filled) }
    await saveSettings(tx, { ...stored, brand, updated_at: clock.now() })
  })
}
