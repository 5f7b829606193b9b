import { accountOperations } from './account.ts'
import { adminOperations } from './admin.ts'
import { analyticsOperations } from './analytics.ts'
import { analyticsSummaryOperations } from './analytics-summary.ts'
import { appOperations } from './apps.ts'
import { autoReplyOperations } from './auto-replies.ts'
import { commentOperations } from './comments.ts'
import { connectionOperations } from './connections.ts'
import { dateOperations } from './dates.ts'
import { descriptionOperations } from './description.ts'
import { draftOperations } from './drafts.ts'
import { eventOperations } from './events.ts'
import { healthOperations } from './health.ts'
import { inboxOperations } from './inbox.ts'
import { jobStepOperations } from './job-steps.ts'
import { jobOperations } from './jobs.ts'
import { keyOperations } from './keys.ts'
import { labelOperations } from './labels.ts'
import { manyPostOperations } from './many-posts.ts'
import { meOperations } from './me.ts'
import { mediaOperations } from './media.ts'
import { noticeOperations } from './notices.ts'
import type { Operation } from './operation.ts'
import { peopleOperations } from './people.ts'
import { defineVocabulary, type PlatformContract } from './platform-options.ts'
import { platformOperations } from './platforms.ts'
import { postOperations } from './posts.ts'
import { profileOperations } from './profiles.ts'
import { sandboxOperations } from './sandbox.ts'
import { sessionOperations } from './session.ts'
import { settingsOperations } from './settings.ts'
import { slotOperations } from './slots.ts'
import { webhookOperations } from './webhooks.ts'

/** Every operation under `/api/v1`, for the platforms that this instance knows. */
export function defineOperations(platforms: readonly PlatformContract[]) {
  const vocabulary = defineVocabulary(platforms)
  return {
    ...postOperations(vocabulary),
    ...manyPostOperations(vocabulary),
    ...jobOperations,
    ...jobStepOperations,
    ...draftOperations(vocabulary),
    ...labelOperations,
    ...dateOperations,
    ...commentOperations(vocabulary),
    ...inboxOperations(vocabulary),
    ...noticeOperations,
    ...analyticsOperations(vocabulary),
    ...analyticsSummaryOperations,
    ...profileOperations,
    ...slotOperations,
    ...settingsOperations,
    ...platformOperations(vocabulary),
    ...connectionOperations(vocabulary),
    ...mediaOperations,
    ...webhookOperations,
    ...eventOperations,
    ...autoReplyOperations,
    ...keyOperations,
    ...accountOperations,
    ...sessionOperations,
    ...meOperations,
    ...peopleOperations,
    ...adminOperations,
    ...appOperations,
    ...healthOperations,
    ...sandboxOperations,
    ...descriptionOperations,
  } as const satisfies Record<string, Operation>
}

export type Operations = ReturnType<typeof defineOperations>
export type OperationName = keyof Operations
