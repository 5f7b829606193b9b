import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type DraftContent, keepDraftMedia } from '../../store/posts/drafts.ts'
import type { Caller, Services } from '../context.ts'
import { keepLabels } from '../labels/keep-labels.ts'
import { coverOption, optionsFor } from '../posts/check-destination.ts'
import { findPostMedia, mediaRemoved } from '../posts/post-media.ts'
import { type RequestedItem, requestedItem, requestedOptions, savedItem } from '../posts/post-request.ts'
import { refusal } from '../refuse.ts'
import { plannedTime } from './planned-time.ts'

type Changes = Input<Operations['saveDraft']>['body']

type DraftServices = Pick<Services, 'database' | 'media' | 'platforms'> & { readonly caller: Caller }

export const emptyDraft: DraftContent = {
  message: '',
  platforms: [],
  media: [],
  comments: [],
  options: null,
  auto_reply_enabled: null,
  labels: [],
  template: false,
  planned_at: null,
  planned_timezone: null,
}

/** The new content of a draft, and the names of all files that it needs. */
export interface ChangedDraft {
  readonly content: DraftContent
  readonly mediaKeys: readonly string[]
}

/** Given fields replace the saved ones. Everything may be incomplete except the media, which must exist. */
export async function changedDraft(
  services: DraftServices,
  saved: DraftContent,
  changes: Changes,
): Promise<ChangedDraft> {
  const options =
    changes.platform_options === undefined ? saved.options : requestedOptions(changes.platform_options ?? undefined)
  const items = changes.media?.map(requestedItem) ?? saved.media.map(savedItem)
  const { media, mediaKeys } = await findDraftMedia(services, items, options)
  const content = {
    message: changes.message ?? saved.message,
    platforms: changes.platforms ?? saved.platforms,
    media,
    comments: changes.comments_under_post ?? saved.comments,
    options,
    auto_reply_enabled:
      changes.auto_reply_enabled === undefined ? saved.auto_reply_enabled : changes.auto_reply_enabled,
    labels: changes.labels ?? saved.labels,
    template: changes.template ?? saved.template,
    ...plannedTime(saved, changes),
  }
  return { content, mediaKeys }
}

/** Covers in the options are searched for too, whatever the platforms of the draft are. */
async function findDraftMedia(
  services: DraftServices,
  media: readonly RequestedItem[],
  options: DraftContent['options'],
): Promise<{ media: DraftContent['media']; mediaKeys: readonly string[] }> {
  const covers = services.platforms.flatMap((platform) => coverOption(optionsFor(platform, { options })) ?? [])
  const found = await findPostMedia(
    services,
    services.caller.userId,
    { media },
    covers.map(({ url }) => url),
  )
  const findings = [...found.findings, ...covers.flatMap(({ url, path }) => found.coverOf(url, path).findings)]
  if (findings.length > 0) throw refusal(findings)
  return { media: [...found.postMedia], mediaKeys: found.keys }
}

/** Stores what is not in the draft's own row. */
export async function keepContent(
  tx: Transaction,
  caller: Caller,
  id: string,
  { content, mediaKeys, now }: ChangedDraft & { readonly now: number },
): Promise<void> {
  if (!(await keepDraftMedia(tx, id, mediaKeys))) throw refusal([mediaRemoved])
  await keepLabels(tx, caller, { of: 'draft', id }, { names: content.labels, now })
}
