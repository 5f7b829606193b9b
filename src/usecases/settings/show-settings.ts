import type { Warning } from '../../contract/common.ts'
import type { brandFields, ProfileSettings } from '../../contract/settings.ts'
import {
  type AutoReplyHindrance,
  autoReplyHindrance,
  autoReplyRemedy,
  firstMode,
  missingBrandFields,
} from '../../domain/auto-reply.ts'
import { analyticsPlans, autoReplyPlans, plans } from '../../domain/plans.ts'
import { hour, second } from '../../domain/time.ts'
import { listProfileAccounts } from '../../store/accounts/accounts.ts'
import type { ProfileRow } from '../../store/accounts/profiles.ts'
import { findSettings, type StoredSettings } from '../../store/accounts/settings.ts'
import { listWebhooks, type WebhookRow } from '../../store/deliveries/webhooks.ts'
import type { Reader } from '../../store/engine/database.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import type { Caller, Services } from '../context.ts'
import { hasModel } from '../has-model.ts'
import { hasTokens } from '../has-tokens.ts'
import { whyDisabled } from '../webhooks/show-webhook.ts'
import { accountWarnings } from './account-warnings.ts'

type BrandField = keyof typeof brandFields

/** A profile can be filled from its website once in this time. */
export const prefillPause = hour

/** The settings of a new profile. */
export const untouchedSettings = (profile: ProfileRow): StoredSettings => ({
  profile_id: profile.id,
  auto_reply_enabled: false,
  auto_reply_mode: firstMode,
  brand: {},
  prefilled_at: null,
  updated_at: profile.created_at,
})

export async function showSettings(
  db: Reader,
  services: Pick<Services, 'clock' | 'languageModel' | 'accounts' | 'limits'>,
  caller: Caller,
  profile: ProfileRow,
): Promise<ProfileSettings> {
  const {
    clock,
    languageModel,
    accounts: { permissionsOf },
  } = services
  const stored = (await findSettings(db, profile.id)) ?? untouchedSettings(profile)
  const accounts = await listProfileAccounts(db, profile.id)
  const webhooks = await listWebhooks(db, caller.userId)
  const plan = plans[caller.plan]
  const missingFields = missingBrandFields(stored.brand)
  const hindrance = autoReplyHindrance({
    plan: caller.plan,
    missingFields,
    languageModel: hasModel(languageModel, accounts),
    tokensLeft: await hasTokens(db, services, caller),
  })
  const text = (field: BrandField): string => stored.brand[field] ?? ''
  return {
    profile_id: profile.id,
    auto_reply_enabled: stored.auto_reply_enabled,
    auto_reply_mode: stored.auto_reply_mode,
    capabilities: {
      can_schedule: true,
      can_analytics: analyticsPlans.includes(caller.plan),
      can_auto_reply: autoReplyPlans.includes(caller.plan),
      tier: plan.tier,
      max_accounts_per_platform: plan.accountsPerPlatform,
    },
    auto_reply_profile: { ready: missingFields.length === 0, missing_fields: missingFields },
    warnings: [
      ...(stored.auto_reply_enabled && hindrance
        ? [autoReplyWarning(hindrance, missingFields, stored.updated_at)]
        : []),
      ...accounts.flatMap((account) => accountWarnings(account, permissionsOf(account), clock.now())),
      ...webhooks.flatMap(disabledWarning),
    ],
    brand_profile: text('brand_profile'),
    business_name: text('business_name'),
    business_description: text('business_description'),
    website_url: text('website_url'),
    services: text('services'),
    features: text('features'),
    contact_info: text('contact_info'),
    pricing: text('pricing'),
    faq: text('faq'),
    ...prefillFields(stored.prefilled_at, clock.now()),
  }
}

const noTimes = { retry_at: null, expires_at: null }

function autoReplyWarning(reason: AutoReplyHindrance, missingFields: readonly string[], updatedAt: number): Warning {
  return {
    scope: 'profile',
    platform: null,
    code: 'auto_reply_unavailable',
    severity: 'warning',
    message: `Auto-replies are on but have no effect: ${autoReplyRemedy(reason, missingFields)}.`,
    details: { reason, ...(reason === 'context' ? { missing_fields: missingFields } : {}) },
    ...noTimes,
    updated_at: isoTime(updatedAt),
  }
}

/** A webhook belongs to the user, so every profile shows this warning: the webhook receives no events from any profile. */
function disabledWarning(webhook: WebhookRow): Warning[] {
  const { id, url, disabled_at, disabled_reason } = webhook
  if (disabled_at === null) return []
  return [
    {
      scope: 'profile',
      platform: null,
      code: 'webhook_disabled',
      severity: 'warning',
      message: `The webhook ${id} to ${url} is disabled, because ${whyDisabled(webhook)}, and receives no events. When its endpoint works again, enable it with POST /webhooks/${id}/enable. If it is not needed, delete it.`,
      details: { webhook_id: id, url, reason: disabled_reason },
      ...noTimes,
      updated_at: isoTime(disabled_at),
    },
  ]
}

function prefillFields(prefilledAt: number | null, now: number) {
  const nextAllowedAt = prefilledAt === null ? null : prefilledAt + prefillPause
  return {
    business_profile_prefill_at: isoTimeOrNull(prefilledAt),
    business_profile_prefill_next_allowed_at: isoTimeOrNull(nextAllowedAt),
    business_profile_prefill_retry_after_seconds:
      nextAllowedAt === null ? null : Math.max(0, Math.ceil((nextAllowedAt - now) / second)),
  }
}
