import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { weekdays } from '../../domain/weekdays.ts'
import type { PostingPlan } from '../../store/posts/slots.ts'

export const showPlan = (profileId: string, plan: PostingPlan | undefined): Output<Operations['getSlots']>['data'] => ({
  profile_id: profileId,
  timezone: plan?.timezone ?? null,
  slots: (plan?.slots ?? []).flatMap(({ weekday, time }) => {
    const name = weekdays[weekday - 1]
    return name ? [{ weekday: name, time }] : []
  }),
})
