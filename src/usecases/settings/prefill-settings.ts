import { PublicError } from '../../contract/errors.ts'
import { hour, minute, second } from '../../domain/time.ts'
import type { LanguageModel, ModelAnswer, ModelFault } from '../../model/model.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { ProfileRow } from '../../store/profiles.ts'
import { findSettings, type StoredSettings, saveSettings } from '../../store/settings.ts'
import type { Call, UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { type Proposals, type ProposedField, proposedFields, proposeFields } from './propose-fields.ts'
import { prefillPause, showSettings, untouchedSettings } from './show-settings.ts'
import { websiteFault } from './website-fault.ts'

/** For the response of the model, retries included. */
const answerTime = 3 * minute
/** When to try again if the model does not return a time. */
const modelPause = minute

type Prefill = Call<'prefillSettings'>

export const prefillSettings: UseCase<'prefillSettings'> = async (call) => {
  const { database, caller, body } = call
  const profile = await ownProfile(database.read, caller, body.profile_id)
  const claimed = await claim(call, profile)
  if (claimed) await fill(call, profile, claimed)
  return { status: 'ok', data: await showSettings(database.read, call, caller, profile) }
}

/** Reserves the hour of a profile before its website is read, so that simultaneous requests run once. */
interface Claimed {
  readonly at: number
  /** The earlier value, in case the run fails. */
  readonly before: number | null
  readonly url: string
  readonly fields: readonly ProposedField[]
  readonly model: LanguageModel
}

const settingsOf = async (db: Reader, profile: ProfileRow): Promise<StoredSettings> =>
  (await findSettings(db, profile.id)) ?? untouchedSettings(profile)

const websiteOf = ({ brand }: StoredSettings): string => brand.website_url ?? ''

const emptyFields = ({ brand }: StoredSettings): ProposedField[] =>
  proposedFields.filter((field) => !brand[field]?.trim())

/** Null if no field is empty. */
const claim = ({ database, clock, languageModel }: Prefill, profile: ProfileRow): Promise<Claimed | null> =>
  database.transaction(async (tx) => {
    const stored = await settingsOf(tx, profile)
    const [fields, url, before, at] = [emptyFields(stored), websiteOf(stored), stored.prefilled_at, clock.now()]
    if (fields.length === 0) return null
    const model = languageModel('live')
    if (model === null) throw noModel()
    if (url === '') throw noWebsite()
    if (before !== null && before + prefillPause > at) throw tooSoon(before + prefillPause - at)
    await saveSettings(tx, { ...stored, prefilled_at: at })
    return { at, before, url, fields, model }
  })

async function fill(call: Prefill, profile: ProfileRow, claimed: Claimed): Promise<void> {
  const { database, clock, caller } = call
  const result = await proposalsFor(call, profile, claimed).catch(async (error: unknown) => {
    await giveBack(call, profile, claimed)
    throw error
  })
  if (result.type === 'failed') {
    // The response has used tokens, so the hour counts.
    if (result.fault.kind !== 'unreadable') await giveBack(call, profile, claimed)
    throw modelUnavailable(result.fault)
  }
  await database.transaction(async (tx) => {
    await ownProfile(tx, caller, profile.id)
    const stored = await settingsOf(tx, profile)
    // The website was changed in the meantime, so these texts do not belong to it.
    if (websiteOf(stored) !== claimed.url) return
    const filled = emptyFields(stored).flatMap((field) => {
      const proposal = result.answer[field]
      return proposal ? [[field, proposal] as const] : []
    })
    const brand = { ...stored.brand, ...Object.fromEntries(filled) }
    await saveSettings(tx, { ...stored, brand, updated_at: clock.now() })
  })
}

async function proposalsFor(
  { website }: Prefill,
  profile: ProfileRow,
  { url, fields, model }: Claimed,
): Promise<ModelAnswer<Proposals>> {
  const pages = await website.read(url).catch((error: unknown) => {
    throw websiteFault(error)
  })
  const signal = AbortSignal.timeout(answerTime)
  try {
    return await proposeFields(model, { profileId: profile.id, pages, fields, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    return { type: 'failed', fault: { kind: 'unreachable', message: 'The language model took too long to respond.' } }
  }
}

const giveBack = ({ database }: Prefill, profile: ProfileRow, { at, before }: Claimed): Promise<void> =>
  database.transaction(async (tx) => {
    const stored = await settingsOf(tx, profile)
    if (stored.prefilled_at === at) await saveSettings(tx, { ...stored, prefilled_at: before })
  })

const comeAgain = (milliseconds: number) => ({
  headers: { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / second))) },
})

const noModel = (): PublicError =>
  new PublicError(
    'unavailable',
    'This instance has no language model to read the website. The operator can set LLM_MODEL. You can fill in the fields yourself with POST /settings.',
    comeAgain(hour),
  )

function noWebsite(): PublicError {
  const message = 'The profile has no website. Set website_url with POST /settings first.'
  return new PublicError('content_rejected', message, { details: [{ path: 'website_url', code: 'missing', message }] })
}

const tooSoon = (wait: number): PublicError =>
  new PublicError(
    'rate_limited',
    'The website of this profile was read less than an hour ago, or is being read now. GET /settings returns the result. Try again later.',
    comeAgain(wait),
  )

const modelUnavailable = ({ kind, message, retryAfter = modelPause }: ModelFault): PublicError =>
  new PublicError(
    'unavailable',
    `${message} No field was filled in.`,
    comeAgain(kind === 'unreadable' ? prefillPause : retryAfter),
  )
