import { autoReplyPlans, type PlanId } from './plans.ts'
import { hour, minute } from './time.ts'

/** How replies are sent once they are turned on. Sending them without approval is a second step, which a person takes knowingly. */
export const firstMode = 'review'

/** Without these brand fields a reply would be a guess. Of the last two, one is enough. */
export function missingBrandFields(brand: Readonly<Record<string, string>>): string[] {
  const lacks = (field: string): boolean => !brand[field]?.trim()
  const missing = ['business_name', 'business_description'].filter(lacks)
  return lacks('brand_profile') && lacks('faq') ? [...missing, 'brand_profile'] : missing
}

export type AutoReplyHindrance = 'plan' | 'context' | 'language_model' | 'tokens'

/** Why auto-replies have no effect although they are switched on. */
export function autoReplyHindrance(state: {
  plan: PlanId
  missingFields: readonly string[]
  languageModel: boolean
  tokensLeft: boolean
}): AutoReplyHindrance | null {
  if (!autoReplyPlans.includes(state.plan)) return 'plan'
  if (state.missingFields.length > 0) return 'context'
  if (!state.languageModel) return 'language_model'
  return state.tokensLeft ? null : 'tokens'
}

export const autoReplyRemedy = (hindrance: AutoReplyHindrance, missingFields: readonly string[]): string =>
  ({
    plan: 'the plan does not include them; Pro and Business do',
    context: `fill in ${missingFields.join(', ')} in the settings`,
    language_model: 'this instance has no language model; its operator can set LLM_MODEL',
    tokens: 'the language-model tokens of this month are used up; they start again with the next month',
  })[hindrance]

/** How long after publishing the comments on a post are answered. */
export const answeredFor = 7 * 24 * hour
/** Maximum number of auto-replies that a profile posts within an hour, and for how many comments the language model is asked. */
export const maxRepliesPerHour = 20
/** For how many comments of one person it is asked. */
export const maxAskedPerCommenter = 2

const soonestRead = minute
const latestRead = 3 * hour
/** The next read comes after this part of the time since the last comment. */
const patience = 1 / 4

/**
 * Milliseconds until the comments of a post are read again, by its age and the time since its last comment; null:
 * never.
 */
export function nextRead({ age, quiet }: { readonly age: number; readonly quiet: number }): number | null {
  if (age > answeredFor) return null
  return Math.min(Math.max(quiet * patience, soonestRead), latestRead)
}
