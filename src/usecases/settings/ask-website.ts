import { PublicError } from '../../contract/errors.ts'
import { hour, minute, second } from '../../domain/time.ts'
import type { LanguageModel, ModelAnswer, ModelFault } from '../../model/model.ts'
import type { ProfileRow } from '../../store/accounts/profiles.ts'
import { findSettings, type StoredSettings, saveSettings } from '../../store/accounts/settings.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import type { Services } from '../context.ts'
import { type Proposals, type ProposedField, proposeFields } from './propose-fields.ts'
import { prefillPause, untouchedSettings } from './show-settings.ts'
import { websiteFault } from './website-fault.ts'

/** For the response of the model, retries included. */
const answerTime = 3 * minute
/** When to try again if the model does not return a time. */
const modelPause = minute

type WebsiteServices = Pick<Services, 'database' | 'clock' | 'languageModel' | 'website'>

/** A website, and the fields that are asked of it. */
export interface WebsiteQuestion {
  readonly url: string
  readonly fields: readonly ProposedField[]
}

/** The hour of a profile is reserved before its website is read, so that simultaneous requests run once. */
export interface WebsiteRun extends WebsiteQuestion {
  readonly at: number
  /** The earlier value, in case the run fails. */
  readonly before: number | null
  readonly model: LanguageModel
}

export const settingsOf = async (db: Reader, profile: ProfileRow): Promise<StoredSettings> =>
  (await findSettings(db, profile.id)) ?? untouchedSettings(profile)

/** In the transaction that read the settings. */
export async function claimHour(
  tx: Transaction,
  { clock, languageModel }: WebsiteServices,
  stored: StoredSettings,
  wanted: WebsiteQuestion,
): Promise<WebsiteRun> {
  const [before, at] = [stored.prefilled_at, clock.now()]
  const model = languageModel('live')
  if (model === null) throw noModel()
  if (wanted.url === '') throw noWebsite()
  if (before !== null && before + prefillPause > at) throw tooSoon(before + prefillPause - at)
  await saveSettings(tx, { ...stored, prefilled_at: at })
  return { ...wanted, at, before, model }
}

/** The proposals from the website for the fields. Gives the hour back if nothing was used up. */
export async function askWebsite(
  services: WebsiteServices,
  profile: ProfileRow,
  claimed: WebsiteRun,
): Promise<Proposals> {
  const result = await proposalsFor(services, profile, claimed).catch(async (error: unknown) => {
    await giveBack(services, profile, claimed)
    throw error
  })
  if (result.type === 'answered') return result.answer
  // The response has used tokens, so the hour counts.
  if (result.fault.kind !== 'unreadable') await giveBack(services, profile, claimed)
  throw modelUnavailable(result.fault)
}

async function proposalsFor(
  { website }: WebsiteServices,
  profile: ProfileRow,
  { url, fields, model }: WebsiteRun,
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

const giveBack = ({ database }: WebsiteServices, profile: ProfileRow, { at, before }: WebsiteRun): Promise<void> =>
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
    'This instance has no language model to read the website. The operator can set LLM_MODEL. You can fill in the fields yourself.',
    comeAgain(hour),
  )

function noWebsite(): PublicError {
  const message = 'The profile has no website. Set website_url with POST /settings first.'
  return new PublicError('content_rejected', message, { details: [{ path: 'website_url', code: 'missing', message }] })
}

const tooSoon = (wait: number): PublicError =>
  new PublicError(
    'rate_limited',
    'A website was read for this profile less than an hour ago, or is being read now. Try again later.',
    comeAgain(wait),
  )

const modelUnavailable = ({ kind, message, retryAfter = modelPause }: ModelFault): PublicError =>
  new PublicError(
    'unavailable',
    `${message} No field was filled in.`,
    comeAgain(kind === 'unreadable' ? prefillPause : retryAfter),
  )
