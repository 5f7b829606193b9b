import { autoReplyPlans, type PlanId } from './plans.ts'
import { hour, minute } from './time.ts'

/** The brand fields without which a reply would be guessed; of the last pair one is enough. */
export function missingBrandFields(brand: Readonly<Record<string, string>>): string[] {
  const lacks = (field: string): boolean => !brand[field]?.trim()
  const missing = ['business_name', 'business_description'].filter(lacks)
  return lacks('brand_profile') && lacks('faq') ? [...missing, 'brand_profile'] : missing
}

export type AutoReplyHindrance = 'plan' | 'context' | 'language_model'

/** Why auto-replies that are switched on would have no effect. */
export function autoReplyHindrance(state: {
  plan: PlanId
  missingFields: readonly string[]
  languageModel: boolean
}): AutoReplyHindrance | null {
  if (!autoReplyPlans.includes(state.plan)) return 'plan'
  if (state.missingFields.length > 0) return 'context'
  return state.languageModel ? null : 'language_model'
}

/** What would have to be done. */
export const autoReplyRemedy = (hindrance: AutoReplyHindrance, missingFields: readonly string[]): string =>
  ({
    plan: 'the plan does not include them; Pro and Business do',
    context: `fill in ${missingFields.join(', ')} in the settings`,
    language_model: 'this instance has no language model; its operator can set LLM_MODEL',
  })[hindrance]

/** So long after it was published the comments below a post are answered. */
export const answeredFor = 7 * 24 * hour
/** Auto-replies of a profile that go out within an hour. */
export const maxRepliesPerHour = 20

const soonestLook = minute
const latestLook = 3 * hour
/** Of the time for which a post has been quiet. */
const patience = 1 / 4

/** Milliseconds until the comments of a post are looked at again, that has been quiet for so long; null: never again. */
export function nextLook({ age, quiet }: { readonly age: number; readonly quiet: number }): number | null {
  if (age > answeredFor) return null
  return Math.min(Math.max(quiet * patience, soonestLook), latestLook)
}
