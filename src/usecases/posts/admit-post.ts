import { askEligible } from '../../accounts/ask-eligible.ts'
import { autoReplyHindrance, autoReplyRemedy, missingBrandFields } from '../../domain/auto-reply.ts'
import type { Content, Finding, PostWarning } from '../../domain/content.ts'
import { leadOf } from '../../domain/policy.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import { findSettings } from '../../store/accounts/settings.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { PostMedia } from '../../store/posts/posts.ts'
import type { Caller, Services } from '../context.ts'
import { type Destination, findDestinations, type PostingProfile } from '../destinations.ts'
import { hasModel } from '../has-model.ts'
import { hasTokens } from '../has-tokens.ts'
import { malformed, refusal } from '../refuse.ts'
import { nextSlot } from '../slots/free-slots.ts'
import { callbackFindings } from '../webhooks/check-callback.ts'
import { type Batch, newBatch } from './batch.ts'
import { checkDestination, coverOption, type DestinationCheck, optionsFor } from './check-destination.ts'
import { findPostMedia } from './post-media.ts'
import type { PostRequest, RequestedSchedule } from './post-request.ts'
import { allowanceFinding } from './posting-allowance.ts'
import { withRepeatWarnings } from './repeat-warnings.ts'
import { type ResolvedSchedule, resolveSchedule } from './resolve-schedule.ts'

type AdmitServices = Services & { readonly caller: Caller }

/** The result of checking a post: all findings, and how it would be published. */
export interface ExaminedPost {
  readonly profile: PostingProfile
  readonly at: number | null
  readonly timezone: string | null
  /** The time is a free slot of the profile. Another post may take it before this one is stored. */
  readonly nextSlot: boolean
  readonly media: readonly PostMedia[]
  readonly mediaKeys: readonly string[]
  readonly destinations: readonly (Destination & { readonly checked: DestinationCheck })[]
  readonly findings: readonly Finding[]
  /** Findings that are not about one platform. */
  readonly warnings: readonly PostWarning[]
  /** All findings, those of the destinations included. */
  readonly allWarnings: readonly PostWarning[]
}

/** A post that may be published as it is. */
export interface AdmittedPost extends Omit<ExaminedPost, 'destinations' | 'findings'> {
  readonly destinations: readonly AdmittedDestination[]
}

export interface AdmittedDestination extends Pick<Destination, 'platform' | 'named'> {
  readonly account: AccountRow
  readonly content: Content
  readonly warnings: readonly PostWarning[]
}

/**
 * Runs all checks on a post and changes nothing. Throws only for faults in its form. `currentJobs`: those that an edited
 * post already has.
 */
export async function examinePost(
  services: AdmitServices,
  profile: PostingProfile,
  requested: PostRequest,
  currentJobs: readonly JobRow[] = [],
  batch: Batch = newBatch(),
): Promise<ExaminedPost> {
  const { caller } = services
  const schedule = await scheduleOf(services, profile, requested.schedule, currentJobs, batch)
  const { destinations, findings } = findDestinations(services, profile, requested.platforms)
  const covers = destinations.flatMap(({ platform }) => coverOption(optionsFor(platform, requested))?.url ?? [])
  const media = await findPostMedia(services, caller.userId, requested, covers)

  const examined = await Promise.all(
    destinations.map(async (destination) => {
      const { account } = destination
      const ask = () => {
        if (account === null) throw new Error('There is no connected account to ask about its limits.')
        const asked = batch.eligible.get(account.id) ?? askEligible(services, account)
        batch.eligible.set(account.id, asked)
        return asked
      }
      const asking = { accounts: services.accounts, askEligible: ask }
      return { ...destination, checked: await checkDestination(destination, requested, media, asking) }
    }),
  )
  const checked = await withRepeatWarnings(services, examined, { at: schedule.at, exceptPost: currentJobs[0]?.post_id })
  const warnings = [...schedule.warnings, ...(await autoReplyWarnings(services, profile, requested, destinations))]
  return {
    profile,
    at: schedule.at,
    timezone: schedule.timezone,
    nextSlot: schedule.nextSlot,
    media: media.postMedia,
    mediaKeys: media.keys,
    destinations: checked,
    findings: [
      ...schedule.findings,
      ...(schedule.findings.length > 0 ? [] : tooSoon(services, schedule.at)),
      ...(requested.webhookUrl === null ? [] : callbackFindings(services, 'webhook_url', requested.webhookUrl)),
      ...findings,
      ...media.findings,
      ...checked.flatMap((destination) => destination.checked.findings),
      ...(await allowanceOf(services, schedule, destinations.length, currentJobs, batch)),
    ],
    warnings,
    allWarnings: [...warnings, ...checked.flatMap((destination) => destination.checked.warnings)],
  }
}

/** The earliest time for which the caller may schedule posts. */
export const earliestTime = ({ clock, caller }: Pick<AdmitServices, 'clock' | 'caller'>): number =>
  // A post that waits for approval is published by somebody else.
  clock.now() + (caller.publishing.type === 'drafts' ? 0 : leadOf(caller.publishing))

/** A caller may have to schedule posts some minutes ahead, so that there is time to look at them. */
function tooSoon({ clock, caller }: AdmitServices, at: number | null): Finding[] {
  const { publishing } = caller
  if (publishing.type !== 'ahead' || (at !== null && at >= earliestTime({ clock, caller }))) return []
  const message = `You may publish only what is scheduled at least ${publishing.minutes} minutes ahead. Send a later \`scheduled_at\`.`
  return [{ path: 'scheduled_at', code: 'too_soon', message, minutes_ahead: publishing.minutes }]
}

/** A check before the transaction that stores the post. The transaction checks again. */
async function allowanceOf(
  services: AdmitServices,
  { at, findings }: Schedule,
  jobs: number,
  currentJobs: readonly JobRow[],
  batch: Batch,
) {
  // A refused time belongs to no month.
  if (findings.length > 0) return []
  const need = { dueAt: at ?? services.clock.now(), jobs, currentJobs, before: batch.times }
  const finding = await allowanceFinding(services.database.read, services, need)
  return finding ? [finding] : []
}

/** A post that passes every check. Otherwise throws all findings. */
export const admitPost = async (...requested: Parameters<typeof examinePost>): Promise<AdmittedPost> =>
  admitExamined(await examinePost(...requested))

export function admitExamined({ findings, destinations, ...rest }: ExaminedPost): AdmittedPost {
  if (findings.length > 0) throw refusal(findings)
  return {
    ...rest,
    destinations: destinations.map(({ platform, named, account, checked }) => {
      if (account === null || checked.content === null)
        throw new Error('A post without findings must have an account and content.')
      return { platform, named, account, content: checked.content, warnings: checked.warnings }
    }),
  }
}

type Schedule = Omit<ResolvedSchedule, 'fault'>

async function scheduleOf(
  services: Pick<AdmitServices, 'clock' | 'database' | 'caller'>,
  profile: PostingProfile,
  requested: RequestedSchedule,
  currentJobs: readonly JobRow[],
  batch: Batch,
): Promise<Schedule> {
  if (requested.type === 'unchanged')
    return { at: requested.at, timezone: requested.timezone, nextSlot: false, findings: [], warnings: [] }
  const resolved = resolveSchedule({ ...requested, now: services.clock.now() })
  if (resolved.fault === 'malformed') throw malformed(resolved.findings)
  if (!resolved.nextSlot) return resolved
  const slot = await nextSlot(services.database.read, profile.id, {
    after: earliestTime(services),
    exceptPost: currentJobs[0]?.post_id ?? null,
    promised: batch.times.flatMap(({ profileId, at }) => (profileId === profile.id ? [at] : [])),
  })
  return { ...resolved, at: slot.at, timezone: slot.timezone, findings: slot.finding ? [slot.finding] : [] }
}

async function autoReplyWarnings(
  services: AdmitServices,
  profile: PostingProfile,
  { autoReply }: PostRequest,
  destinations: readonly Destination[],
): Promise<PostWarning[]> {
  if (!autoReply) return []
  const { database, caller, languageModel } = services
  const brand = (await findSettings(database.read, profile.id))?.brand ?? {}
  const missingFields = missingBrandFields(brand)
  const hindrance = autoReplyHindrance({
    plan: caller.plan,
    missingFields,
    languageModel: hasModel(
      languageModel,
      destinations.flatMap(({ account }) => account ?? []),
    ),
    tokensLeft: await hasTokens(database.read, services, caller),
  })
  if (!hindrance) return []
  const message = `Auto-replies will have no effect: ${autoReplyRemedy(hindrance, missingFields)}.`
  return [{ platform: null, code: 'auto_reply_unavailable', severity: 'warning', message }]
}
